CREATE FUNCTION count_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.id ELSE OLD.id END;
  change BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO item_count_change (level, block, change) VALUES
    (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
  RETURN NULL;
END $$;
CREATE FUNCTION count_off_sale() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
  change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO item_count_change (level, block, change) VALUES
    (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
  IF EXISTS (SELECT 1 FROM rating WHERE item_id = id) THEN
    INSERT INTO rating_count_change (level, block, change) VALUES
      (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION count_rating() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
  change BIGINT := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO rating_count_change (level, block, change) VALUES
    (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
  RETURN NULL;
END $$;
CREATE FUNCTION item_of_rank(rank bigint, is_unrated boolean) RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  place BIGINT := 0;
  skip BIGINT := rank;
  child RECORD;
BEGIN
  FOR level_below IN REVERSE 4..1 LOOP
    FOR child IN
      SELECT c.block, c.count - CASE WHEN is_unrated THEN coalesce(
        (SELECT r.count FROM rating_count AS r WHERE r.level = level_below AND r.block = c.block), 0) ELSE 0 END AS count
      FROM item_count AS c
      WHERE c.level = level_below AND (level_below = 4 OR c.block BETWEEN place << 6 AND (place << 6) + 63)
      ORDER BY c.block
    LOOP
      place := child.block;
      EXIT WHEN skip < child.count;
      skip := skip - child.count;
    END LOOP;
  END LOOP;
  RETURN (
    SELECT i.id FROM item AS i
    WHERE i.id >= place << 6 AND NOT (is_unrated AND EXISTS (SELECT 1 FROM rating WHERE item_id = i.id))
    ORDER BY i.id LIMIT 1 OFFSET skip);
END $$;
CREATE FUNCTION listed_item_of_rank(rank bigint, is_unrated boolean) RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  place BIGINT := 0;
  skip BIGINT := rank;
  child RECORD;
BEGIN
  FOR level_below IN REVERSE 4..1 LOOP
    FOR child IN
      SELECT c.block, c.count - CASE WHEN is_unrated THEN coalesce(
        (SELECT r.count FROM rating_count AS r WHERE r.level = level_below AND r.block = c.block), 0) ELSE 0 END AS count
      FROM item_count AS c
      WHERE c.level = level_below AND (level_below = 4 OR c.block BETWEEN place << 6 AND (place << 6) + 63)
      ORDER BY c.block
    LOOP
      place := child.block;
      EXIT WHEN skip < child.count;
      skip := skip - child.count;
    END LOOP;
  END LOOP;
  RETURN (
    SELECT i.id FROM item AS i
    WHERE i.id >= place << 6 AND NOT (is_unrated AND EXISTS (SELECT 1 FROM rating WHERE item_id = i.id))
      AND NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = i.id)
    ORDER BY i.id LIMIT 1 OFFSET skip);
END $$;
CREATE FUNCTION mix_totals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM sale_total
    WHERE scale = NEW.scale AND item_id = NEW.item_id AND period = NEW.period AND currency <> NEW.currency)
  THEN
    INSERT INTO mixed_total (scale, period, item_id) VALUES (NEW.scale, NEW.period, NEW.item_id)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO item_without_image (item_id) SELECT id FROM item
      WHERE id = OLD.item_id AND NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
      ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    DELETE FROM item_without_image WHERE item_id = NEW.item_id;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_item_detail() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.reorder_at IS NOT NULL THEN
    DELETE FROM item_low WHERE item_id = OLD.item_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.reorder_at IS NOT NULL THEN
    INSERT INTO item_low (item_id)
      SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS BIGINT);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.off_sale IS NOT NULL THEN
    DELETE FROM item_off_sale WHERE item_id = OLD.item_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.off_sale IS NOT NULL THEN
    INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_item_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO item_without_image (item_id)
      SELECT NEW.id WHERE NOT EXISTS (SELECT 1 FROM image WHERE item_id = NEW.id);
  ELSE
    DELETE FROM item_without_image WHERE item_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_item_level() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM item_low WHERE item_id = NEW.id;
  INSERT INTO item_low (item_id)
    SELECT item_id FROM item_detail WHERE item_id = NEW.id AND NEW.stock <= CAST(reorder_at AS BIGINT);
  RETURN NULL;
END $$;
CREATE FUNCTION search_runs(text text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $_$
  SELECT coalesce(array_agg(DISTINCT run COLLATE "C"), '{}') FROM (
    SELECT unnest(ARRAY[one, one || two, one || two || three]) AS run FROM (
      SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
      FROM unnest(string_to_array($1, NULL)) WITH ORDINALITY AS characters (one, place)) AS places) AS runs
  WHERE run IS NOT NULL
$_$;
CREATE FUNCTION text_runs(text text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(DISTINCT run COLLATE "C"), '{}') FROM (
      SELECT unnest(ARRAY[one, one || two, one || two || three]) AS run FROM (
        SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
        FROM unnest(string_to_array($1, NULL)) WITH ORDINALITY AS characters (one, place)) AS places) AS runs
    WHERE run IS NOT NULL);
END $_$;
CREATE FUNCTION uncount_rating() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
  change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
BEGIN
  IF EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = id) THEN
    INSERT INTO rating_count_change (level, block, change) VALUES
      (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
  END IF;
  RETURN NULL;
END $$;
CREATE TABLE deleted_item (
    id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    date bigint NOT NULL
);
CREATE TABLE deletion_token (
    selector text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    item_id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    expiry bigint NOT NULL
);
CREATE TABLE image (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    "position" bigint NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    width bigint NOT NULL,
    height bigint NOT NULL,
    bytes bytea NOT NULL,
    name text,
    CONSTRAINT image_format_check CHECK ((format = ANY (ARRAY['png'::text, 'jpeg'::text])))
);
ALTER TABLE ONLY image ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE image_digest (
    image_id bigint NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE image ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME image_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE item (
    id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    price bigint NOT NULL,
    discounted_price bigint,
    stock bigint NOT NULL,
    registration_date bigint NOT NULL,
    password_hash text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT item_check CHECK (((discounted_price >= 0) AND (discounted_price <= price))),
    CONSTRAINT item_price_check CHECK ((price >= 0)),
    CONSTRAINT item_stock_check CHECK ((stock >= 0))
);
CREATE TABLE item_change (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    title_before text COLLATE pg_catalog."C",
    title_after text COLLATE pg_catalog."C",
    currency_before text COLLATE pg_catalog."C",
    price_before bigint,
    discounted_price_before bigint,
    currency_after text COLLATE pg_catalog."C",
    price_after bigint,
    discounted_price_after bigint,
    recorded_at bigint NOT NULL,
    movement_id bigint NOT NULL
);
ALTER TABLE item_change ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME item_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE item_count_block (
    level bigint NOT NULL,
    block bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE item_count_change (
    level bigint NOT NULL,
    block bigint NOT NULL,
    change bigint NOT NULL
);
CREATE VIEW item_count AS
 SELECT counts.level,
    counts.block,
    (sum(counts.count))::bigint AS count
   FROM ( SELECT item_count_block.level,
            item_count_block.block,
            item_count_block.count
           FROM item_count_block
        UNION ALL
         SELECT item_count_change.level,
            item_count_change.block,
            item_count_change.change
           FROM item_count_change) counts
  GROUP BY counts.level, counts.block;
CREATE TABLE item_detail (
    item_id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    seller_id bigint DEFAULT 0 NOT NULL,
    sku text COLLATE pg_catalog."C",
    reference text COLLATE pg_catalog."C",
    row_key text COLLATE pg_catalog."C",
    tags text COLLATE pg_catalog."C",
    note text COLLATE pg_catalog."C",
    reorder_at text,
    off_sale text
);
ALTER TABLE item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE item_ledger (
    item_id bigint NOT NULL,
    movements bigint NOT NULL,
    pieces bigint NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE item_low (
    item_id bigint NOT NULL
);
CREATE TABLE item_off_sale (
    item_id bigint NOT NULL
);
CREATE TABLE item_search (
    id bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    runs text[] NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE item_without_image (
    item_id bigint NOT NULL
);
CREATE TABLE log_change (
    id bigint NOT NULL,
    entry bigint,
    run text COLLATE pg_catalog."C",
    date bigint NOT NULL,
    command text NOT NULL COLLATE pg_catalog."C",
    item_id bigint,
    bytes bigint NOT NULL,
    undoes bigint,
    undone bigint,
    contents text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE log_change ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME log_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE market_schema (
    version bigint NOT NULL,
    name text NOT NULL,
    oldest bigint DEFAULT 1 NOT NULL
);
CREATE TABLE market_setting (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE mixed_total (
    scale bigint NOT NULL,
    period bigint NOT NULL,
    item_id bigint NOT NULL
);
CREATE TABLE movement (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    quantity bigint NOT NULL,
    stock bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    unit_price bigint NOT NULL,
    cost bigint,
    note text COLLATE pg_catalog."C",
    reference text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    counted bigint,
    expected bigint,
    reverses bigint,
    sale bigint,
    recorded_at bigint NOT NULL,
    reported_at bigint NOT NULL,
    day bigint NOT NULL,
    CONSTRAINT movement_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'received'::text, 'sold'::text, 'returned'::text, 'counted'::text, 'removed'::text, 'correction'::text]))),
    CONSTRAINT movement_stock_check CHECK ((stock >= 0))
);
ALTER TABLE movement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME movement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE movement_mark (
    item_id bigint NOT NULL,
    number bigint NOT NULL,
    movement_id bigint NOT NULL
);
CREATE TABLE operation (
    id text NOT NULL COLLATE pg_catalog."C",
    date timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE rate_limit (
    key text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE rating (
    item_id bigint NOT NULL,
    one bigint NOT NULL,
    two bigint NOT NULL,
    three bigint NOT NULL,
    four bigint NOT NULL,
    five bigint NOT NULL,
    verified bigint NOT NULL,
    bound bigint NOT NULL,
    CONSTRAINT rating_five_check CHECK ((five >= 0)),
    CONSTRAINT rating_four_check CHECK ((four >= 0)),
    CONSTRAINT rating_one_check CHECK ((one >= 0)),
    CONSTRAINT rating_three_check CHECK ((three >= 0)),
    CONSTRAINT rating_two_check CHECK ((two >= 0)),
    CONSTRAINT rating_verified_check CHECK ((verified >= 0))
);
CREATE TABLE rating_count_block (
    level bigint NOT NULL,
    block bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE rating_count_change (
    level bigint NOT NULL,
    block bigint NOT NULL,
    change bigint NOT NULL
);
CREATE VIEW rating_count AS
 SELECT counts.level,
    counts.block,
    (sum(counts.count))::bigint AS count
   FROM ( SELECT rating_count_block.level,
            rating_count_block.block,
            rating_count_block.count
           FROM rating_count_block
        UNION ALL
         SELECT rating_count_change.level,
            rating_count_change.block,
            rating_count_change.change
           FROM rating_count_change) counts
  GROUP BY counts.level, counts.block;
CREATE TABLE removed_review (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    stars bigint NOT NULL,
    reason text NOT NULL COLLATE pg_catalog."C",
    date bigint NOT NULL
);
CREATE TABLE request_record (
    kind text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint bigint NOT NULL,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    date bigint NOT NULL
);
CREATE TABLE review (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    stars bigint NOT NULL,
    sale_id bigint,
    verified bigint NOT NULL,
    folded bigint DEFAULT 0 NOT NULL,
    date bigint NOT NULL,
    edit_date bigint,
    answer_date bigint,
    password_hash text NOT NULL COLLATE pg_catalog."C",
    author text COLLATE pg_catalog."C",
    answer text COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT review_folded_check CHECK ((folded = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT review_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
    CONSTRAINT review_verified_check CHECK ((verified = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
ALTER TABLE review ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME review_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE sale (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    reference text COLLATE pg_catalog."C",
    entry bigint NOT NULL,
    since bigint NOT NULL,
    standing bigint NOT NULL,
    receipt text COLLATE pg_catalog."C",
    CONSTRAINT sale_standing_check CHECK ((standing >= 0))
);
CREATE TABLE sale_total (
    scale bigint NOT NULL,
    period bigint NOT NULL,
    item_id bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    pieces bigint NOT NULL,
    revenue bigint NOT NULL
);
CREATE TABLE search_backlog (
    number bigint NOT NULL,
    item_id bigint NOT NULL,
    text text COLLATE pg_catalog."C"
);
ALTER TABLE search_backlog ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME search_backlog_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE store (
    identity text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE trashed_item (
    id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    seller_id bigint NOT NULL,
    date bigint NOT NULL,
    expiry bigint NOT NULL,
    client text COLLATE pg_catalog."C",
    password_hash text NOT NULL COLLATE pg_catalog."C",
    contents text NOT NULL COLLATE pg_catalog."C",
    bytes bigint DEFAULT 0 NOT NULL
);
CREATE TABLE vendor (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    identifier text COLLATE pg_catalog."C",
    secret_hash text COLLATE pg_catalog."C",
    registration_date bigint NOT NULL
);
ALTER TABLE vendor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME vendor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE vendor_total (
    day bigint NOT NULL,
    vendor_id bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    pieces bigint NOT NULL,
    revenue_high bigint NOT NULL,
    revenue_low bigint NOT NULL
);
CREATE TABLE write_turn (
    nothing bigint
);
INSERT INTO deleted_item VALUES
	(8, 1, 9020303890859544422, 'Gone lamp', 1795804083533008),
	(9, 1, 9020303890859544422, 'Sold and gone', 1795804082636983),
	(10, 1, 9020303890859544422, 'Never sold', 1795804083889567),
	(14, 1, 9020303890859544422, 'Taken back', 1795804084607243);
INSERT INTO deletion_token VALUES
	('bf156k9bnx9p4', '$y$j75$3cmF4Oqvc3cDZq1yLHALK.$ekdiDpsQ/yEwGMr7ao3ln5OGVvcBh6AV7WMqP8p7OrB', 5, 2, 1795579783817975);
INSERT INTO image VALUES
	(1, 1, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', NULL),
	(2, 1, 1, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082', NULL),
	(3, 2, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082', NULL),
	(4, 4, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', NULL),
	(5, 5, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', NULL),
	(6, 0, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', 'a.png'),
	(7, 8, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', 'a.png'),
	(8, 6, 0, 'png', 1, 1, '\x89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082', 'a.png');
INSERT INTO image_digest VALUES
	(1, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5'),
	(2, '46b1e30ff6748163eecba520c8d6625244e789786da19a6c7f39cdba96d0481b'),
	(3, '46b1e30ff6748163eecba520c8d6625244e789786da19a6c7f39cdba96d0481b'),
	(4, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5'),
	(5, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5'),
	(6, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5'),
	(7, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5'),
	(8, 'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
INSERT INTO item VALUES
	(1, 1, '맥북 프로', 'KRW', 16900000000, 15000000000, 3, 1795579180790589, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', '16인치, 32 GB'),
	(2, 1, 'Brass lamp', 'USD', 805000, NULL, 9, 1795579180931800, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', ''),
	(4, 1, 'Table', 'USD', 2500000, NULL, 1, 1795579183048129, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', 'Oak'),
	(5, 2, 'Vase', 'USD', 300000, NULL, 2, 1795579183783861, '$y$j9T$tRbqEgC0ZKGsFoKvGHEET/$hgMs/KQDXmxvOhxNdmPeObBRNiKvqCvfxMa9vCV/jND', ''),
	(6, 1, 'Teapot', 'EUR', 250000, NULL, 7, 1795804072241393, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', 'Of copper'),
	(7, 1, 'Hidden chair', 'EUR', 400000, NULL, 1, 1795804072813999, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', ''),
	(11, 1, 'Imported one', 'USD', 35000, NULL, 4, 1795804074886460, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', 'first'),
	(12, 1, 'Imported two', 'JPY', 4500000, NULL, 6, 1795804074886460, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', 'second'),
	(13, 1, 'Of another', 'USD', 110000, NULL, 2, 1795804075455631, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$z/txfYS5mIfFI.30xUOjxPnowovBTvaQmSmyxkrInB9', '');
INSERT INTO item_change VALUES
	(1, 2, 'Lamp', 'Brass lamp', NULL, NULL, NULL, NULL, NULL, NULL, 1795579181166371, 2),
	(2, 6, NULL, NULL, 'USD', 200000, NULL, 'EUR', 250000, NULL, 1795804077063904, 28);
INSERT INTO item_count_block VALUES
	(1, 0, 8),
	(2, 0, 8),
	(3, 0, 8),
	(4, 0, 8),
	(5, 0, 8);
INSERT INTO item_detail VALUES
	(1, 1, 9020303890859544422, 'MB-16', NULL, NULL, 'laptop', 'from Kim', NULL, NULL),
	(6, 1, 9020303890859544422, 'TEA-1', NULL, NULL, 'kitchen|brass', 'shelf 3', '10', NULL),
	(7, 1, 9020303890859544422, NULL, NULL, NULL, NULL, NULL, NULL, 'true'),
	(11, 1, 9020303890859544422, 'IMP-1', NULL, '496E8294-FFB8-4107-9038-2282E2709C4B-0', 'a|b', NULL, NULL, NULL),
	(12, 1, 9020303890859544422, NULL, NULL, 'fea610306293025f09cee7ac30662e4b-1', 'a', NULL, NULL, NULL),
	(13, 1, 7049405035712411741, 'TEA-1', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO item_ledger VALUES
	(1, 6, 2, 76100000000),
	(2, 9, 6, 6070000),
	(4, 1, 0, 0),
	(5, 1, 0, 0),
	(6, 7, 6, 1960000),
	(7, 1, 0, 0),
	(8, 2, 2, 100000),
	(9, 2, 1, 60000),
	(10, 1, 0, 0),
	(11, 1, 0, 0),
	(12, 1, 0, 0),
	(13, 1, 0, 0),
	(14, 1, 0, 0);
INSERT INTO item_low VALUES
	(6);
INSERT INTO item_off_sale VALUES
	(7);
INSERT INTO item_search VALUES
	(1, ' 맥북 프로 	 맥북프로 
 mb - 16 	 mb16 	 laptop 
 16인치 , 32 gb   ', '{"	","	 ","	 l","	 m","	 맥","
","
 ","
 1","
 m"," "," 	"," 	 "," 
"," 
 ","  ","   "," ,"," , "," -"," - "," 1"," 16"," 3"," 32"," g"," gb"," l"," la"," m"," mb"," 맥"," 맥북"," 프"," 프로",",",", ",", 3",-,"- ","- 1",1,16,"16 ",16인,2,"2 ","2 g",3,32,"32 ",6,"6 ","6 	",6인,6인치,a,ap,apt,b,"b ","b  ","b -",b1,b16,g,gb,"gb ",l,la,lap,m,mb,"mb ",mb1,o,op,"op ",p,"p ","p 
",pt,pto,t,to,top,로,"로 ","로 	","로 
",맥,맥북,"맥북 ",맥북프,북,"북 ","북 프",북프,북프로,인,인치,"인치 ",치,"치 ","치 ,",프,프로,"프로 "}'),
	(2, ' brass lamp 	 brasslamp 
   ', '{"	","	 ","	 b","
","
","
 ","
 ","
  "," "," 	"," 	 "," 
"," 
","  ","   "," b"," br"," l"," la",a,am,amp,as,ass,b,br,bra,l,la,lam,m,mp,"mp ",p,"p ","p 	","p 
",r,ra,ras,s,"s ","s l",sl,sla,ss,"ss ",ssl}'),
	(4, ' table 
 oak   ', '{"
","
","
 ","
 ","
 o"," "," 
"," 
","  ","   "," o"," oa"," t"," ta",a,ab,abl,ak,"ak ",b,bl,ble,e,"e ","e 
",k,"k ","k  ",l,le,"le ",o,oa,oak,t,ta,tab}'),
	(5, ' vase 
   ', '{"
","
","
 ","
 ","
  "," "," 
"," 
","  ","   "," v"," va",a,as,ase,e,"e ","e 
",s,se,"se ",v,va,vas}'),
	(6, ' teapot 
 tea - 1 	 tea1 	 kitchen 	 brass 
 of copper   ', '{"	","	 ","	 b","	 k","	 t","
","
 ","
 o","
 t"," "," 	"," 	 "," 
"," 
 ","  ","   "," -"," - "," 1"," 1 "," b"," br"," c"," co"," k"," ki"," o"," of"," t"," te",-,"- ","- 1",1,"1 ","1 	",a,"a ","a -",a1,"a1 ",ap,apo,as,ass,b,br,bra,c,ch,che,co,cop,e,ea,"ea ",ea1,eap,en,"en ",er,"er ",f,"f ","f c",h,he,hen,i,it,itc,k,ki,kit,n,"n ","n 	",o,of,"of ",op,opp,ot,"ot ",p,pe,per,po,pot,pp,ppe,r,"r ","r  ",ra,ras,s,"s ","s 
",ss,"ss ",t,"t ","t 
",tc,tch,te,tea}'),
	(7, ' hidden chair 	 hiddenchair 
   ', '{"	","	 ","	 h","
","
","
 ","
 ","
  "," "," 	"," 	 "," 
"," 
","  ","   "," c"," ch"," h"," hi",a,ai,air,c,ch,cha,d,dd,dde,de,den,e,en,"en ",enc,h,ha,hai,hi,hid,i,id,idd,ir,"ir ",n,"n ","n c",nc,nch,r,"r ","r 	","r 
"}'),
	(11, ' imported one 	 importedone 
 imp - 1 	 imp1 	 a 	 b 
 first   ', '{"	","	 ","	 a","	 b","	 i","
","
 ","
 f","
 i"," "," 	"," 	 "," 
"," 
 ","  ","   "," -"," - "," 1"," 1 "," a"," a "," b"," b "," f"," fi"," i"," im"," o"," on",-,"- ","- 1",1,"1 ","1 	",a,"a ","a 	",b,"b ","b 
",d,"d ","d o",do,don,e,"e ","e 	","e 
",ed,"ed ",edo,f,fi,fir,i,im,imp,ir,irs,m,mp,"mp ",mp1,mpo,n,ne,"ne ",o,on,one,or,ort,p,"p ","p -",p1,"p1 ",po,por,r,rs,rst,rt,rte,s,st,"st ",t,"t ","t  ",te,ted}'),
	(12, ' imported two 	 importedtwo 
 a 
 second   ', '{"	","	 ","	 i","
","
 ","
 a","
 s"," "," 	"," 	 "," 
"," 
 ","  ","   "," a"," a "," i"," im"," s"," se"," t"," tw",a,"a ","a 
",c,co,con,d,"d ","d  ","d t",dt,dtw,e,ec,eco,ed,"ed ",edt,i,im,imp,m,mp,mpo,n,nd,"nd ",o,"o ","o 	","o 
",on,ond,or,ort,p,po,por,r,rt,rte,s,se,sec,t,te,ted,tw,two,w,wo,"wo "}'),
	(13, ' of another 	 ofanother 
 tea - 1 	 tea1 
   ', '{"	","	 ","	 o","	 t","
","
 ","
  ","
 t"," "," 	"," 	 "," 
"," 
 ","  ","   "," -"," - "," 1"," 1 "," a"," an"," o"," of"," t"," te",-,"- ","- 1",1,"1 ","1 	","1 
",a,"a ","a -",a1,"a1 ",an,ano,e,ea,"ea ",ea1,er,"er ",f,"f ","f a",fa,fan,h,he,her,n,no,not,o,of,"of ",ofa,ot,oth,r,"r ","r 	","r 
",t,te,tea,th,the}');
INSERT INTO item_without_image VALUES
	(7),
	(11),
	(12),
	(13);
INSERT INTO log_change VALUES
	(1, NULL, NULL, 1795804072241393, 'add', 6, 42, NULL, NULL, '{"kind":"added","item":6,"title":"Teapot"}'),
	(2, NULL, NULL, 1795804072813999, 'add', 7, 48, NULL, NULL, '{"kind":"added","item":7,"title":"Hidden chair"}'),
	(3, NULL, NULL, 1795804073437394, 'add', 8, 45, NULL, NULL, '{"kind":"added","item":8,"title":"Gone lamp"}'),
	(4, NULL, NULL, 1795804073993383, 'add', 9, 49, NULL, NULL, '{"kind":"added","item":9,"title":"Sold and gone"}'),
	(5, NULL, NULL, 1795804074229610, 'add', 10, 47, NULL, NULL, '{"kind":"added","item":10,"title":"Never sold"}'),
	(6, NULL, '496E8294-FFB8-4107-9038-2282E2709C4B 1.9020303890859544422', 1795804074886460, 'import', 11, 49, NULL, NULL, '{"kind":"added","item":11,"title":"Imported one"}'),
	(7, 6, NULL, 1795804074886460, 'import', 12, 49, NULL, NULL, '{"kind":"added","item":12,"title":"Imported two"}'),
	(8, NULL, NULL, 1795804075455631, 'add', 13, 47, NULL, NULL, '{"kind":"added","item":13,"title":"Of another"}'),
	(9, NULL, NULL, 1795804076045181, 'sell', 6, 88, NULL, NULL, '{"kind":"moved","item":6,"title":"Teapot","fields":[["stock","8","5"]],"movements":[27]}'),
	(10, NULL, NULL, 1795804076561144, 'return', 6, 88, NULL, NULL, '{"kind":"moved","item":6,"title":"Teapot","fields":[["stock","5","6"]],"movements":[28]}'),
	(11, NULL, NULL, 1795804077063904, 'edit', 6, 99, NULL, NULL, '{"kind":"edited","item":6,"title":"Teapot","fields":[["price","20","25"],["currency","USD","EUR"]]}'),
	(12, NULL, NULL, 1795804077429148, 'sell', 6, 88, NULL, NULL, '{"kind":"moved","item":6,"title":"Teapot","fields":[["stock","6","4"]],"movements":[29]}'),
	(13, NULL, NULL, 1795804077821112, 'sell', 8, 91, NULL, NULL, '{"kind":"moved","item":8,"title":"Gone lamp","fields":[["stock","5","3"]],"movements":[30]}'),
	(14, NULL, NULL, 1795804078297012, 'sell', 9, 95, NULL, NULL, '{"kind":"moved","item":9,"title":"Sold and gone","fields":[["stock","5","4"]],"movements":[31]}'),
	(15, NULL, NULL, 1795804078725200, 'restock', 6, 88, NULL, NULL, '{"kind":"moved","item":6,"title":"Teapot","fields":[["stock","4","8"]],"movements":[32]}'),
	(16, NULL, NULL, 1795804079233615, 'write-off', 6, 88, NULL, NULL, '{"kind":"moved","item":6,"title":"Teapot","fields":[["stock","8","7"]],"movements":[33]}'),
	(17, NULL, NULL, 1795804079705969, 'edit', 6, 72, NULL, NULL, '{"kind":"edited","item":6,"title":"Teapot","fields":[["stock","7","7"]]}'),
	(18, NULL, NULL, 1795804080143806, 'review', 6, 56, NULL, NULL, '{"kind":"reviewed","item":6,"title":"Teapot","review":3}'),
	(19, NULL, NULL, 1795804080788253, 'review', 8, 59, NULL, NULL, '{"kind":"reviewed","item":8,"title":"Gone lamp","review":4}'),
	(20, NULL, NULL, 1795804081313002, 'review', 7, 62, NULL, NULL, '{"kind":"reviewed","item":7,"title":"Hidden chair","review":5}'),
	(21, NULL, NULL, 1795804081745005, 'review', 6, 56, NULL, NULL, '{"kind":"reviewed","item":6,"title":"Teapot","review":6}'),
	(22, NULL, NULL, 1795804082025582, 'edit', 6, 141, NULL, NULL, '{"kind":"edited","item":6,"title":"Teapot","former_images":[6],"images":[6,8],"former_image_names":["a.png"],"image_names":["a.png","a.png"]}'),
	(23, NULL, NULL, 1795804082290879, 'edit', 6, 208, NULL, NULL, '{"kind":"edited","item":6,"title":"Teapot","former_images":[6,8],"images":[8],"former_image_names":["a.png","a.png"],"image_names":["a.png"]}'),
	(24, NULL, NULL, 1795804082636983, 'delete', 9, 51, NULL, NULL, '{"kind":"deleted","item":9,"title":"Sold and gone"}'),
	(25, NULL, NULL, 1795804083145703, 'trash empty', 9, 60, NULL, NULL, '{"kind":"deleted_for_good","item":9,"title":"Sold and gone"}'),
	(26, NULL, NULL, 1795804083533008, 'delete', 8, 47, NULL, NULL, '{"kind":"deleted","item":8,"title":"Gone lamp"}'),
	(27, NULL, NULL, 1795804083889567, 'delete', 10, 49, NULL, NULL, '{"kind":"deleted","item":10,"title":"Never sold"}'),
	(28, NULL, NULL, 1795804084064195, 'review', 6, 62, NULL, NULL, '{"kind":"review_deleted","item":6,"title":"Teapot","review":6}'),
	(29, NULL, NULL, 1795804084484991, 'add', 14, 47, NULL, 30, '{"kind":"added","item":14,"title":"Taken back"}'),
	(30, NULL, NULL, 1795804084607243, 'undo', 14, 49, 29, NULL, '{"kind":"deleted","item":14,"title":"Taken back"}');
INSERT INTO market_schema VALUES
	(1, 'tables', 1),
	(2, 'shared limits and ranks', 1),
	(3, 'trash', 1),
	(4, 'log of writes', 1),
	(5, 'planned runs', 1),
	(6, 'filters of lists', 1),
	(7, 'reorder levels and items off sale', 1),
	(8, 'texts of searches', 1),
	(9, 'items of sellers', 1),
	(10, 'shares of the trash', 1);
INSERT INTO market_setting VALUES
	('receipt_key', '75b5e7df69237669f8f77468f234c348512041b6d0825de834a3d735b6232e9f'),
	('seller_cost', '5'),
	('seller_salt', 'ce27e65b5d60d62f872feee42098a6a6'),
	('time_zone', 'Asia/Seoul');
INSERT INTO mixed_total VALUES
	(0, 20785, 6),
	(1, 20780, 6),
	(2, 24322, 6),
	(3, 0, 6);
INSERT INTO movement VALUES
	(1, 1, 'opening', 3, 3, 'KRW', 15000000000, 9000000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579180790589, 1795579180790589, 20782),
	(2, 2, 'opening', 10, 10, 'USD', 805000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579180931800, 1795579180931800, 20782),
	(4, 2, 'counted', 2, 12, 'USD', 805000, NULL, NULL, NULL, NULL, 12, 10, NULL, NULL, 1795579181491446, 1795579181491446, 20782),
	(5, 2, 'sold', -1, 11, 'USD', 805000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579181671973, 1795579181671973, 20782),
	(6, 4, 'opening', 1, 1, 'USD', 2500000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579183048129, 1795579183048129, 20782),
	(7, 5, 'opening', 2, 2, 'USD', 300000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579183783861, 1795579183783861, 20782),
	(8, 2, 'sold', -3, 8, 'USD', 805000, NULL, 'at the fair', 'order 7', NULL, NULL, NULL, NULL, NULL, 1795579183987941, 1795579183987941, 20782),
	(9, 1, 'sold', -1, 2, 'KRW', 14000000000, 9000000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579184099671, 1795579184099671, 20782),
	(10, 2, 'returned', 1, 9, 'USD', 805000, NULL, NULL, 'order 7', NULL, NULL, NULL, 8, 8, 1795579184196783, 1795579184196783, 20782),
	(11, 1, 'received', 2, 4, 'KRW', 15000000000, 9500000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579184347346, 1795579184347346, 20782),
	(12, 1, 'removed', -1, 3, 'KRW', 15000000000, NULL, NULL, NULL, 'broken', NULL, NULL, NULL, NULL, 1795579184463983, 1795579184463983, 20782),
	(13, 2, 'received', 1, 10, 'USD', 805000, 400000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579184588853, 1795579184588853, 20782),
	(14, 2, 'received', 1, 11, 'USD', 805000, 420000, NULL, NULL, NULL, NULL, NULL, 13, NULL, 1795579184672424, 1795579184588853, 20782),
	(15, 2, 'correction', -1, 10, 'USD', 805000, 400000, NULL, NULL, NULL, NULL, NULL, 13, NULL, 1795579184672424, 1795579184588853, 20782),
	(16, 2, 'sold', -1, 9, 'USD', 805000, 420000, NULL, 'order 8', NULL, NULL, NULL, NULL, NULL, 1795579184785364, 1795579184785364, 20782),
	(17, 1, 'sold', -1, 2, 'KRW', 15000000000, 9500000000, NULL, 'order 8', NULL, NULL, NULL, NULL, NULL, 1795579184785364, 1795579184785364, 20782),
	(18, 1, 'received', 1, 3, 'KRW', 15000000000, 9600000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795579184876017, 1795579184876017, 20782),
	(19, 6, 'opening', 8, 8, 'USD', 200000, 90000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804072241393, 1795804072241393, 20785),
	(20, 7, 'opening', 1, 1, 'EUR', 400000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804072813999, 1795804072813999, 20785),
	(21, 8, 'opening', 5, 5, 'USD', 50000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804073437394, 1795804073437394, 20785),
	(22, 9, 'opening', 5, 5, 'USD', 60000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804073993383, 1795804073993383, 20785),
	(23, 10, 'opening', 5, 5, 'USD', 70000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804074229610, 1795804074229610, 20785),
	(24, 11, 'opening', 4, 4, 'USD', 35000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804074886460, 1795804074886460, 20785),
	(25, 12, 'opening', 6, 6, 'JPY', 4500000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804074886460, 1795804074886460, 20785),
	(26, 13, 'opening', 2, 2, 'USD', 110000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804075455631, 1795804075455631, 20785),
	(27, 6, 'sold', -3, 5, 'USD', 190000, 90000, NULL, 'order-9', NULL, NULL, NULL, NULL, NULL, 1795804076045181, 1795804076045181, 20785),
	(28, 6, 'returned', 1, 6, 'USD', 190000, 90000, NULL, 'order-9', NULL, NULL, NULL, 27, 27, 1795804076561144, 1795804076561144, 20785),
	(29, 6, 'sold', -2, 4, 'EUR', 250000, NULL, NULL, 'order-10', NULL, NULL, NULL, NULL, NULL, 1795804077429148, 1795804077429148, 20785),
	(30, 8, 'sold', -2, 3, 'USD', 50000, NULL, NULL, 'order-9', NULL, NULL, NULL, NULL, NULL, 1795804077821112, 1795804077821112, 20785),
	(31, 9, 'sold', -1, 4, 'USD', 60000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804078297012, 1795804078297012, 20785),
	(32, 6, 'received', 4, 8, 'EUR', 250000, 85000, NULL, 'PO-1', NULL, NULL, NULL, NULL, NULL, 1795804078725200, 1795804078725200, 20785),
	(33, 6, 'removed', -1, 7, 'EUR', 250000, NULL, NULL, NULL, 'broken', NULL, NULL, NULL, NULL, 1795804079233615, 1795804079233615, 20785),
	(34, 6, 'counted', 0, 7, 'EUR', 250000, NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, 1795804079705969, 1795804079705969, 20785),
	(35, 14, 'opening', 1, 1, 'USD', 10000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795804084484991, 1795804084484991, 20785);
INSERT INTO movement_mark VALUES
	(1, 0, 1),
	(2, 0, 2),
	(4, 0, 6),
	(5, 0, 7),
	(6, 0, 19),
	(7, 0, 20),
	(8, 0, 21),
	(9, 0, 22),
	(10, 0, 23),
	(11, 0, 24),
	(12, 0, 25),
	(13, 0, 26),
	(14, 0, 35);
INSERT INTO operation VALUES
	('B1E20036-6C22-4486-8C7B-058FA9CB4BCD', '2026-11-27 18:28:29.430925+00'),
	('26705B79-C662-4AA3-9E14-04E169BE7277', '2026-11-27 18:28:29.461027+00'),
	('B03EDFDA-0610-491C-A730-627AD1E23D05', '2026-11-27 18:28:29.479457+00'),
	('98D32580-5C15-47AC-982B-670B19680497', '2026-11-27 18:28:29.540984+00'),
	('3109D5B0-1101-48BE-AB2E-E46598CBE9E1', '2026-11-27 18:28:29.576998+00'),
	('198C90D7-3CC4-451B-AA87-59A21D643053', '2026-11-27 18:28:29.608989+00'),
	('076C338B-9C44-4CDD-85F4-A540A132F63F', '2026-11-27 18:28:29.628605+00'),
	('CFBA03F5-F149-4CDC-87C5-A2088D6A9CE0', '2026-11-27 18:28:29.649019+00'),
	('2A2FF946-7BC8-4123-951B-F31D521A21FE', '2026-11-27 18:28:29.66826+00'),
	('CBF61CCF-4D57-437A-B6C4-A647E89E27DD', '2026-11-27 18:28:29.68901+00'),
	('5A214B81-9CF8-4D1E-8ABE-21CF541378F0', '2026-11-27 18:28:29.699088+00'),
	('E5F205DC-AA2B-432C-B326-A32DC9B8E4E0', '2026-11-27 18:28:29.717535+00'),
	('FCF33000-410E-427F-85C6-87B87BE99965', '2026-11-27 18:28:29.733013+00'),
	('0676F833-E598-4C05-A66D-E2FE1340BAB9', '2026-11-27 18:28:29.780344+00'),
	('D4D2A74D-D8BE-48D8-99D6-35B5ED5FC9F2', '2026-11-27 18:28:29.797618+00'),
	('EFE5C01F-1173-416F-8A7D-46C53C701BD3', '2026-11-27 18:28:29.818745+00'),
	('5CCDCCD2-D523-4F61-BC40-27DDD80A39C0', '2026-11-27 18:28:29.841016+00'),
	('72E99165-7CB9-421B-8A77-5BFCCBFD018C', '2026-11-27 18:28:29.885053+00'),
	('23A3E0EC-8C2F-4B15-A77A-3037CC7D3D2E', '2026-11-27 18:28:29.921018+00'),
	('0875DE34-7268-4B3D-B10A-176FFDAB2E45', '2026-11-27 18:28:29.945504+00'),
	('0A85C871-5EC7-422A-A9FB-B48A1339CCDE', '2026-11-27 18:28:29.956939+00'),
	('132ACA9E-48B4-4F5C-8E44-983C61E4C81D', '2026-11-27 18:28:29.977019+00'),
	('712F9A17-FF8E-4295-9523-00B12E627628', '2026-11-27 18:28:30.072999+00'),
	('98FF6FDF-049F-4A93-B3B0-2174E09EB677', '2026-11-27 18:28:30.129+00'),
	('02B9BC3C-6ABF-4188-806F-F2FD379320E9', '2026-11-27 18:28:30.153505+00'),
	('191DF3C0-8BE7-4B07-AA00-B6F492F214DD', '2026-11-27 18:28:30.166168+00'),
	('ECE7FBE0-A952-442A-9B13-C1CB137E7775', '2026-11-27 18:28:30.193002+00'),
	('A5B0E6AA-F6CB-48ED-B2AA-789A40D31C67', '2026-11-27 18:28:30.224455+00'),
	('7DF80523-0DF5-4CCE-A4E9-825DA442E153', '2026-11-27 18:28:30.237212+00'),
	('BAABFF79-B604-4C6B-A337-7A47217A5CCE', '2026-11-27 18:28:30.249199+00'),
	('96FA8F13-E193-47BD-BCA2-01DAD0A35CC7', '2026-11-27 18:28:30.264982+00'),
	('52203A9F-875F-4170-A291-468F181AE1D2', '2026-11-27 18:28:30.878819+00');
INSERT INTO rating VALUES
	(2, 0, 0, 1, 0, 1, 0, 2477726422),
	(6, 0, 0, 0, 1, 0, 0, 2328673741),
	(7, 0, 0, 1, 0, 0, 0, 2194882440);
INSERT INTO rating_count_block VALUES
	(1, 0, 2),
	(2, 0, 2),
	(3, 0, 2),
	(4, 0, 2),
	(5, 0, 2);
INSERT INTO removed_review VALUES
	(6, 6, 1, 'spam', 1795804084064195);
INSERT INTO request_record VALUES
	('item', '14893709-9624-4A82-929A-DCBD844EEE1F 1.9020303890859544422', -3134762594116911620, 8, 8, 1795804073437394),
	('item', '25DA20DC-FC13-42F6-AA1A-9BC7B92C15A2 1.9020303890859544422', 6248977160027150908, 9, 9, 1795804073993383),
	('item', '6DE67BBE-1FA9-4B9D-8AA0-6BE6172BD2EA 1.9020303890859544422', 3960885154765978465, 10, 10, 1795804074229610),
	('item', 'B134AB30-98F2-4ADC-87C5-826984DE1DF0 1.7049405035712411741', -4042217308472606388, 13, 13, 1795804075455631),
	('item', 'B4E31D97-0495-4B1F-9D27-7AB91CBEE1CE 1.9020303890859544422', 523736248336375024, 7, 7, 1795804072813999),
	('item', 'B7C012C9-D5F6-4C56-AA4B-432D985C0044 1.9020303890859544422', -4432785669426224985, 6, 6, 1795804072241393),
	('item', 'C092BAF5-DBA7-46DE-82B0-0BDEB321A138 1.9020303890859544422', -723176510182584566, 14, 14, 1795804084484991),
	('movements', '3F178BD7-E154-4595-91F0-5BF31A2053E0 8', 1881640939702331482, 30, 30, 1795804077821112),
	('movements', '4335DD08-CDD5-41C2-BC71-3943F0124FB7 6', -3005241072503326304, 32, 32, 1795804078725200),
	('movements', '52241CE0-663D-4422-A021-01A6E26FD5E0 6', 3168181011888511009, 27, 27, 1795804076045181),
	('movements', '932ED5DA-7EEB-4889-A685-BEC51630C9F8 6', -1959302150044683908, 33, 33, 1795804079233615),
	('movements', 'B67F792E-7B27-4195-BEBD-366357C2C849 9', 4011165303555963362, 31, 31, 1795804078297012),
	('movements', 'BDA45E17-8FC9-4D93-9660-D39EC0095359 6', -3928191520651270486, 28, 28, 1795804076561144),
	('movements', 'F7B8A9E9-76F8-4BC8-8282-634908354837 6', -3052111543909136724, 29, 29, 1795804077429148),
	('review', '0091DF2C-197C-4323-9964-0F7CF3D99757 8.9020303890859544422', -9012523843484438809, 4, 4, 1795804080788253),
	('review', '25FDDB5F-B21E-429A-A63F-57EE66BCCB4E 6.9020303890859544422', 4731109683689604703, 3, 3, 1795804080143806),
	('review', '6FBAF6C5-D7B5-49AF-9909-E9AC8F49DC28 6.9020303890859544422', 2758143786397091399, 6, 6, 1795804081745005),
	('review', '87CA9B2E-476C-48F8-90F9-F9C1DCF6C7A5 7.9020303890859544422', -3238778503942341389, 5, 5, 1795804081313002);
INSERT INTO review VALUES
	(1, 2, 5, NULL, 0, 0, 1795579185013024, NULL, 1795579185251240, '$y$j9T$MxNlNMxsjk8nwrB5bUROK/$hN4kg64O1L7Ro4wRlG7OGUzMEFXdYDZrVfhq4OXM5S9', 'Kim', 'Thank you', '밝고 예뻐요'),
	(2, 2, 3, NULL, 0, 0, 1795579185139812, NULL, NULL, '$y$j9T$XIC1AtynFKwUaXRRPXX0k/$wIgI.Du7pMjj3ZZoHw0NXzTlD/Xgf.yozpkOsi7TBr4', NULL, NULL, ''),
	(3, 6, 4, NULL, 0, 0, 1795804080143806, NULL, NULL, '$y$j9T$nGYd/ulpY9Z4ScPI/Hb1u1$CfG4IGsz/KIOX787ocl.WrHyTjslh6cMRG/5HvqVT18', 'Lee', NULL, 'Pours well'),
	(4, 8, 2, NULL, 0, 0, 1795804080788253, NULL, NULL, '$y$j9T$j5GhL.6V4PzHNI25ZCQEq/$yTOZ6g.h/7SaRr8fHGMbg5awvkt0kxopnOlxFwZBtaD', NULL, NULL, 'Dim'),
	(5, 7, 3, NULL, 0, 0, 1795804081313002, NULL, NULL, '$y$j9T$Vfk00CjczmmQvFzpuwjoB1$P/XDoLe0hfgVA35uMTfON9IiVNT27yXwft40hoICV4A', NULL, NULL, 'Never seen');
INSERT INTO sale VALUES
	(5, 2, NULL, 5, 5, 1, 'YSSJADS6VSXBCJUB'),
	(8, 2, 'order 7', 8, 8, 2, 'Y2I2JP57UHIBE7UH'),
	(9, 1, NULL, 9, 9, 1, '53OXJQUTOYCRRTPC'),
	(16, 2, 'order 8', 16, 16, 1, 'IVFR57VHH74Q7TEJ'),
	(17, 1, 'order 8', 17, 17, 1, 'IVFR57VHH74Q7TEJ'),
	(27, 6, 'order-9', 27, 27, 2, 'HGXIX23HKXWRX5ZP'),
	(29, 6, 'order-10', 29, 29, 2, 'IQKYFHS4T22ZQCTF'),
	(30, 8, 'order-9', 30, 30, 2, 'ZKPMJE2L7GAHVRII'),
	(31, 9, NULL, 31, 31, 1, '6QEHRN23SOHXOS7Z');
INSERT INTO sale_total VALUES
	(0, 20782, 1, 'KRW', 2, 29000000000),
	(0, 20782, 2, 'USD', 4, 3220000),
	(0, 20785, 6, 'EUR', 2, 500000),
	(0, 20785, 6, 'USD', 2, 380000),
	(0, 20785, 8, 'USD', 2, 100000),
	(0, 20785, 9, 'USD', 1, 60000),
	(1, 20780, 1, 'KRW', 2, 29000000000),
	(1, 20780, 2, 'USD', 4, 3220000),
	(1, 20780, 6, 'EUR', 2, 500000),
	(1, 20780, 6, 'USD', 2, 380000),
	(1, 20780, 8, 'USD', 2, 100000),
	(1, 20780, 9, 'USD', 1, 60000),
	(2, 24322, 1, 'KRW', 2, 29000000000),
	(2, 24322, 2, 'USD', 4, 3220000),
	(2, 24322, 6, 'EUR', 2, 500000),
	(2, 24322, 6, 'USD', 2, 380000),
	(2, 24322, 8, 'USD', 2, 100000),
	(2, 24322, 9, 'USD', 1, 60000),
	(3, 0, 1, 'KRW', 2, 29000000000),
	(3, 0, 2, 'USD', 4, 3220000),
	(3, 0, 6, 'EUR', 2, 500000),
	(3, 0, 6, 'USD', 2, 380000),
	(3, 0, 8, 'USD', 2, 100000),
	(3, 0, 9, 'USD', 1, 60000);
INSERT INTO store VALUES
	('47bd07f806b251e53947b0e66e667038');
INSERT INTO trashed_item VALUES
	(8, 1, 9020303890859544422, 1795804083533008, 1798396083533008, NULL, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', '{"currency":"USD","description":"In the trash","details":{"reorder_at":"2","sku":"GONE-1","tags":"brass"},"price":50000,"registrationDate":1795804073437394,"stock":3}', 233),
	(10, 1, 9020303890859544422, 1795804083889567, 1798396083889567, NULL, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', '{"currency":"USD","description":"","details":{},"price":70000,"registrationDate":1795804074229610,"stock":5}', 108),
	(14, 1, 9020303890859544422, 1795804084607243, 1798396084607243, NULL, '$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA', '{"currency":"USD","description":"","details":{},"price":10000,"registrationDate":1795804084484991,"stock":1}', 108);
INSERT INTO vendor VALUES
	(1, 'market', NULL, NULL, 0),
	(2, 'Shop', '4066beb6-dd75-46a9-9667-4255b9c3ae75', '$y$j9T$tRbqEgC0ZKGsFoKvGHEET/$hgMs/KQDXmxvOhxNdmPeObBRNiKvqCvfxMa9vCV/jND', 1795579181710079);
INSERT INTO vendor_total VALUES
	(20782, 1, 'KRW', 2, 29, 0),
	(20782, 1, 'USD', 4, 0, 3220000),
	(20785, 1, 'EUR', 2, 0, 500000),
	(20785, 1, 'USD', 5, 0, 540000);
SELECT pg_catalog.setval('image_id_seq', 8, true);
SELECT pg_catalog.setval('item_change_id_seq', 2, true);
SELECT pg_catalog.setval('item_id_seq', 14, true);
SELECT pg_catalog.setval('log_change_id_seq', 30, true);
SELECT pg_catalog.setval('movement_id_seq', 35, true);
SELECT pg_catalog.setval('review_id_seq', 6, true);
SELECT pg_catalog.setval('search_backlog_number_seq', 1, false);
SELECT pg_catalog.setval('vendor_id_seq', 2, true);
ALTER TABLE ONLY deleted_item
    ADD CONSTRAINT deleted_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY deletion_token
    ADD CONSTRAINT deletion_token_pkey PRIMARY KEY (selector);
ALTER TABLE ONLY image_digest
    ADD CONSTRAINT image_digest_pkey PRIMARY KEY (image_id);
ALTER TABLE ONLY image
    ADD CONSTRAINT image_pkey PRIMARY KEY (id);
ALTER TABLE ONLY item_change
    ADD CONSTRAINT item_change_pkey PRIMARY KEY (id);
ALTER TABLE ONLY item_count_block
    ADD CONSTRAINT item_count_block_pkey PRIMARY KEY (level, block);
ALTER TABLE ONLY item_detail
    ADD CONSTRAINT item_detail_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY item_ledger
    ADD CONSTRAINT item_ledger_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY item_low
    ADD CONSTRAINT item_low_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY item_off_sale
    ADD CONSTRAINT item_off_sale_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY item
    ADD CONSTRAINT item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY item_search
    ADD CONSTRAINT item_search_pkey PRIMARY KEY (id);
ALTER TABLE ONLY item_without_image
    ADD CONSTRAINT item_without_image_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY log_change
    ADD CONSTRAINT log_change_pkey PRIMARY KEY (id);
ALTER TABLE ONLY market_schema
    ADD CONSTRAINT market_schema_pkey PRIMARY KEY (version);
ALTER TABLE ONLY market_setting
    ADD CONSTRAINT market_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY mixed_total
    ADD CONSTRAINT mixed_total_pkey PRIMARY KEY (scale, period, item_id);
ALTER TABLE ONLY movement_mark
    ADD CONSTRAINT movement_mark_pkey PRIMARY KEY (item_id, number);
ALTER TABLE ONLY movement
    ADD CONSTRAINT movement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY operation
    ADD CONSTRAINT operation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
ALTER TABLE ONLY rating_count_block
    ADD CONSTRAINT rating_count_block_pkey PRIMARY KEY (level, block);
ALTER TABLE ONLY rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (item_id);
ALTER TABLE ONLY removed_review
    ADD CONSTRAINT removed_review_pkey PRIMARY KEY (id);
ALTER TABLE ONLY request_record
    ADD CONSTRAINT request_record_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY review
    ADD CONSTRAINT review_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sale
    ADD CONSTRAINT sale_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sale_total
    ADD CONSTRAINT sale_total_pkey PRIMARY KEY (scale, item_id, period, currency);
ALTER TABLE ONLY search_backlog
    ADD CONSTRAINT search_backlog_item_id_key UNIQUE (item_id);
ALTER TABLE ONLY search_backlog
    ADD CONSTRAINT search_backlog_pkey PRIMARY KEY (number);
ALTER TABLE ONLY trashed_item
    ADD CONSTRAINT trashed_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY vendor
    ADD CONSTRAINT vendor_identifier_key UNIQUE (identifier);
ALTER TABLE ONLY vendor
    ADD CONSTRAINT vendor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY vendor_total
    ADD CONSTRAINT vendor_total_pkey PRIMARY KEY (day, vendor_id, currency);
CREATE INDEX deleted_item_by_date ON deleted_item USING btree (date);
CREATE INDEX deletion_token_by_item ON deletion_token USING btree (item_id);
CREATE INDEX deletion_token_by_vendor ON deletion_token USING btree (vendor_id, expiry);
CREATE UNIQUE INDEX image_by_item ON image USING btree (item_id, "position", id, format);
CREATE INDEX item_by_currency ON item USING btree (currency);
CREATE INDEX item_by_paid ON item USING btree (COALESCE(discounted_price, price), id);
CREATE INDEX item_by_price ON item USING btree (price, id);
CREATE INDEX item_by_registration ON item USING btree (registration_date, id);
CREATE INDEX item_by_seller ON item USING btree (substr(password_hash, (length(password_hash) - 15)), id);
CREATE INDEX item_by_stock ON item USING btree (stock, id);
CREATE INDEX item_by_title ON item USING btree (title, id);
CREATE INDEX item_by_vendor ON item USING btree (vendor_id, id);
CREATE INDEX item_change_by_item ON item_change USING btree (item_id, movement_id, id);
CREATE INDEX item_count_change_by_block ON item_count_change USING btree (level, block);
CREATE UNIQUE INDEX item_detail_by_reference ON item_detail USING btree (vendor_id, reference, seller_id) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX item_detail_by_row_key ON item_detail USING btree (vendor_id, row_key, seller_id) WHERE (row_key IS NOT NULL);
CREATE UNIQUE INDEX item_detail_by_sku ON item_detail USING btree (vendor_id, sku, seller_id) WHERE (sku IS NOT NULL);
CREATE INDEX item_detail_by_tag ON item_detail USING gin (string_to_array(tags, '|'::text));
CREATE INDEX item_discounted ON item USING btree (id) WHERE (discounted_price IS NOT NULL);
CREATE INDEX item_search_by_run ON item_search USING gin (runs);
CREATE INDEX item_search_former ON item_search USING btree (id) WHERE (text !~~ ' %'::text);
CREATE INDEX log_change_by_entry ON log_change USING btree (entry, id) WHERE (entry IS NOT NULL);
CREATE INDEX log_change_by_item ON log_change USING btree (item_id, id) WHERE (item_id IS NOT NULL);
CREATE INDEX log_change_by_run ON log_change USING btree (run) WHERE (run IS NOT NULL);
CREATE INDEX log_change_large ON log_change USING btree (bytes) WHERE (bytes > 1024);
CREATE INDEX log_change_of_entry ON log_change USING btree (id) WHERE (entry IS NULL);
CREATE INDEX movement_by_cost ON movement USING btree (item_id, reported_at) WHERE ((kind = 'received'::text) AND (cost IS NOT NULL));
CREATE INDEX movement_by_count ON movement USING btree (item_id, reported_at) WHERE (kind = 'counted'::text);
CREATE INDEX movement_by_day ON movement USING btree (day);
CREATE INDEX movement_by_delivery ON movement USING btree (reverses) WHERE ((kind = 'received'::text) AND (reverses IS NOT NULL));
CREATE INDEX movement_by_item ON movement USING btree (item_id, id);
CREATE INDEX movement_by_reference ON movement USING btree (reference, item_id) WHERE (reference IS NOT NULL);
CREATE INDEX movement_by_sale ON movement USING btree (sale) WHERE (sale IS NOT NULL);
CREATE INDEX movement_mark_by_movement ON movement_mark USING btree (item_id, movement_id);
CREATE INDEX operation_by_date ON operation USING btree (date);
CREATE INDEX rate_limit_by_until ON rate_limit USING btree (until);
CREATE INDEX rating_by_bound ON rating USING btree (bound, item_id);
CREATE INDEX rating_count_change_by_block ON rating_count_change USING btree (level, block);
CREATE INDEX request_record_by_date ON request_record USING btree (date);
CREATE INDEX review_by_item ON review USING btree (item_id, id);
CREATE UNIQUE INDEX review_by_sale ON review USING btree (sale_id) WHERE (sale_id IS NOT NULL);
CREATE INDEX review_by_stars ON review USING btree (item_id, stars, id);
CREATE UNIQUE INDEX sale_by_receipt ON sale USING btree (receipt, item_id) WHERE (receipt IS NOT NULL);
CREATE INDEX sale_by_reference ON sale USING btree (item_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX sale_standing ON sale USING btree (item_id, id) WHERE (standing > 0);
CREATE INDEX sale_total_by_pieces ON sale_total USING btree (scale, period, pieces DESC, currency, revenue DESC, item_id);
CREATE INDEX trashed_item_by_client ON trashed_item USING btree (client, date) WHERE (client IS NOT NULL);
CREATE INDEX trashed_item_by_date ON trashed_item USING btree (date, id);
CREATE INDEX trashed_item_by_expiry ON trashed_item USING btree (expiry);
CREATE INDEX trashed_item_by_seller ON trashed_item USING btree (vendor_id, seller_id, date, id);
CREATE TRIGGER item_detail_begins AFTER INSERT ON item_detail FOR EACH ROW WHEN (((new.reorder_at IS NOT NULL) OR (new.off_sale IS NOT NULL))) EXECUTE FUNCTION note_item_detail();
CREATE TRIGGER item_detail_changes AFTER UPDATE OF reorder_at, off_sale ON item_detail FOR EACH ROW WHEN (((old.reorder_at IS DISTINCT FROM new.reorder_at) OR (old.off_sale IS DISTINCT FROM new.off_sale))) EXECUTE FUNCTION note_item_detail();
CREATE TRIGGER item_detail_ends AFTER DELETE ON item_detail FOR EACH ROW WHEN (((old.reorder_at IS NOT NULL) OR (old.off_sale IS NOT NULL))) EXECUTE FUNCTION note_item_detail();
CREATE TRIGGER item_has_image AFTER INSERT OR DELETE OR UPDATE OF item_id ON image FOR EACH ROW EXECUTE FUNCTION note_image();
CREATE TRIGGER item_is_counted AFTER INSERT OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION count_item();
CREATE TRIGGER item_is_without_image AFTER INSERT OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION note_item_image();
CREATE TRIGGER item_off_sale_is_counted AFTER INSERT OR DELETE ON item_off_sale FOR EACH ROW EXECUTE FUNCTION count_off_sale();
CREATE TRIGGER item_stock_meets_level AFTER UPDATE OF stock ON item FOR EACH ROW WHEN ((old.stock <> new.stock)) EXECUTE FUNCTION note_item_level();
CREATE TRIGGER rating_is_counted AFTER INSERT OR DELETE ON rating FOR EACH ROW EXECUTE FUNCTION count_rating();
CREATE TRIGGER rating_off_sale_is_uncounted AFTER INSERT OR DELETE ON rating FOR EACH ROW EXECUTE FUNCTION uncount_rating();
CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total FOR EACH ROW EXECUTE FUNCTION mix_totals();
ALTER TABLE ONLY deletion_token
    ADD CONSTRAINT deletion_token_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id) ON DELETE CASCADE;
ALTER TABLE ONLY image_digest
    ADD CONSTRAINT image_digest_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id);
ALTER TABLE ONLY item_detail
    ADD CONSTRAINT item_detail_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id);
ALTER TABLE ONLY item
    ADD CONSTRAINT item_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendor(id);
ALTER TABLE ONLY rating
    ADD CONSTRAINT rating_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id);
ALTER TABLE ONLY trashed_item
    ADD CONSTRAINT trashed_item_id_fkey FOREIGN KEY (id) REFERENCES deleted_item(id);
