/// The objects of PostgreSQL beside the tables that are declared for both databases. Text is compared by its bytes, whatever the locale of the
/// database.
extension PostgresSchema {
  /// Writes in progress, and limits on clients that all servers share.
  static let own = #"""
    -- A row for each writing transaction: it tells whether a commit whose result was lost has happened.
    CREATE TABLE operation (id TEXT COLLATE "C" PRIMARY KEY, date TIMESTAMPTZ NOT NULL DEFAULT now());
    CREATE INDEX operation_by_date ON operation (date);
    -- Locked by each writing transaction, most of them beside each other.
    CREATE TABLE writer_turn (nothing BIGINT);
    CREATE TABLE rate_limit (
      -- a digest of what is limited
      key TEXT COLLATE "C" PRIMARY KEY,
      count BIGINT NOT NULL,
      -- when all is back, in microseconds since 1970
      until BIGINT NOT NULL
    );
    CREATE INDEX rate_limit_by_until ON rate_limit (until);
    """#

  /// The folded texts of items, found by their runs of one, two and three characters.
  static let search = #"""
    CREATE TABLE item_search (
      id BIGINT PRIMARY KEY,
      text TEXT COLLATE "C" NOT NULL
    );
    CREATE FUNCTION text_runs(text TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN (
        SELECT coalesce(array_agg(DISTINCT run COLLATE "C"), '{}') FROM (
          SELECT unnest(ARRAY[one, one || two, one || two || three]) AS run FROM (
            SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
            FROM unnest(string_to_array($1, NULL)) WITH ORDINALITY AS characters (one, place)) AS places) AS runs
        WHERE run IS NOT NULL);
    END $$;
    CREATE INDEX item_search_by_run ON item_search USING GIN (text_runs(text));
    """#
}
