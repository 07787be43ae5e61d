PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE vendor (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- what a vendor's client shows with each request, and the hash of the secret that goes with it; both are gone
  -- when the vendor is removed, and the name stays with what the vendor sold
  identifier TEXT UNIQUE,
  secret_hash TEXT,
  registration_date INTEGER NOT NULL
) STRICT;
INSERT INTO vendor VALUES(1,'market',NULL,NULL,0);
INSERT INTO vendor VALUES(2,'Shop','135cf232-fa68-421d-829f-e84528ec50aa','$y$j9T$djKS0S.hHEAi0iQlOoJ6Q0$60sxY78xY9RFMIU3zCxs894z0txJIKoRdTP1DnUvoy2',1795456391264526);
CREATE TABLE item (
  -- AUTOINCREMENT: an id that was deleted is never given again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  vendor_id INTEGER NOT NULL REFERENCES vendor (id),
  title TEXT NOT NULL,
  currency TEXT NOT NULL,
  -- amounts count ten-thousandths of the major unit, whatever the currency: the finest minor unit that
  -- ISO 4217 knows, and no change of its table can change an amount that is stored
  price INTEGER NOT NULL CHECK (price >= 0),
  discounted_price INTEGER CHECK (discounted_price BETWEEN 0 AND price),
  stock INTEGER NOT NULL CHECK (stock >= 0),
  -- microseconds since 1970
  registration_date INTEGER NOT NULL,
  password_hash TEXT NOT NULL,
  -- last, so that a list never reads the pages that a long one flows over to
  description TEXT NOT NULL
) STRICT;
INSERT INTO item VALUES(1,1,'맥북 프로','KRW',16900000000,15000000000,3,1795456390761274,'$y$j9T$dLsjsCR6DrBr//gDFjqCR1$R5kmMGPx2/2sNEPmTBLjQWmX.4619gIyZKmqk76BguA','16인치, 32 GB');
INSERT INTO item VALUES(2,1,'Brass lamp','USD',805000,NULL,12,1795456390881828,'$y$j9T$P.ezL5becXDM6sHSSNDO6/$4TXN5/EyLQDC55h37qv7CPFT25jSba0hs6gTtzoK2yC','');
INSERT INTO item VALUES(4,1,'Table','USD',2500000,NULL,1,1795456391401363,'$y$j9T$yve/Pr8qP6AKx55ggsDu5.$lOlSySBFGB7cb7ryKXsLE5uQ2NgOhg8JQsgem51LZs8','Oak');
INSERT INTO item VALUES(5,2,'Vase','USD',300000,NULL,2,1795456391504999,'$y$j9T$djKS0S.hHEAi0iQlOoJ6Q0$60sxY78xY9RFMIU3zCxs894z0txJIKoRdTP1DnUvoy2','');
CREATE TABLE image (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (id),
  position INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('png', 'jpeg')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
INSERT INTO image VALUES(1,1,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082');
INSERT INTO image VALUES(2,1,1,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082');
INSERT INTO image VALUES(3,2,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082');
INSERT INTO image VALUES(5,4,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082');
INSERT INTO image VALUES(6,5,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search','item_search',0,'CREATE VIRTUAL TABLE item_search USING fts5 (text, tokenize = ''trigram case_sensitive 1'')');
CREATE TABLE IF NOT EXISTS 'item_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO item_search_data VALUES(1,X'042a');
INSERT INTO item_search_data VALUES(10,X'000000000107070007010101020101030101040101050101060101070101');
INSERT INTO item_search_data VALUES(137438953473,X'000000a504300a3136010207010320333201020d020267620102100206ed9484eba19c01020401032c203301020c01053136ec9db8010208010332206701020f010333322001020e010736ec9db8ecb998010209010362202001021201036762200102110105eba19c0a310102060206a7a5ebb681200102020206b68120ed94840102030107ec9db8ecb9982c01020a0204b9982c2001020b0107ed9484eba19c0a010205040808070b080a08080c08080a0b0b0c09');
INSERT INTO item_search_data VALUES(274877906945,X'0000002c04300a20200202060103616d7002020301036c616d02020201036d700a0202040103700a200202050408080808');
INSERT INTO item_search_data VALUES(412316860417,X'0000003404300a2020030207010361697203020401036368610302020103686169030203010369720a0302050103720a20030206040808080808');
INSERT INTO item_search_data VALUES(549755813889,X'0000005a04300a202002030c0103206c610202070103616d7002030902027373020204010362726102020201036c616d02030801036d700a02030a0103700a2002030b0103726173020203010373206c020206020273200202050408080807080808080808');
INSERT INTO item_search_data VALUES(687194767361,X'0000002e04300a20200301010361697203010103636861030101036861690301010369720a03010103720a200301040707070707');
INSERT INTO item_search_data VALUES(824633720833,X'0000004b04300a6f61040207010361626c04020302026b200402090103626c650402040103650a6f04020601036b202004020a01036c650a04020501036f616b0402080103746162040202040808070808080808');
INSERT INTO item_search_data VALUES(962072674305,X'0000002c04300a202005020601036173650502030103650a20050205010373650a05020401037661730502020408080808');
CREATE TABLE IF NOT EXISTS 'item_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO item_search_idx VALUES(1,X'',2);
INSERT INTO item_search_idx VALUES(2,X'',2);
INSERT INTO item_search_idx VALUES(3,X'',2);
INSERT INTO item_search_idx VALUES(4,X'',2);
INSERT INTO item_search_idx VALUES(5,X'',2);
INSERT INTO item_search_idx VALUES(6,X'',2);
INSERT INTO item_search_idx VALUES(7,X'',2);
CREATE TABLE IF NOT EXISTS 'item_search_content'(id INTEGER PRIMARY KEY, c0);
INSERT INTO item_search_content VALUES(1,replace('맥북 프로\n16인치, 32 gb  ','\n',char(10)));
INSERT INTO item_search_content VALUES(2,replace('brass lamp\n  ','\n',char(10)));
INSERT INTO item_search_content VALUES(4,replace('table\noak  ','\n',char(10)));
INSERT INTO item_search_content VALUES(5,replace('vase\n  ','\n',char(10)));
CREATE TABLE IF NOT EXISTS 'item_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO item_search_docsize VALUES(1,X'11');
INSERT INTO item_search_docsize VALUES(2,X'0b');
INSERT INTO item_search_docsize VALUES(4,X'09');
INSERT INTO item_search_docsize VALUES(5,X'05');
CREATE TABLE IF NOT EXISTS 'item_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO item_search_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_run','item_search_run',0,'CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance)');
CREATE TABLE item_count (
  level INTEGER NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (level, block)
) STRICT, WITHOUT ROWID;
INSERT INTO item_count VALUES(1,0,4);
INSERT INTO item_count VALUES(2,0,4);
INSERT INTO item_count VALUES(3,0,4);
INSERT INTO item_count VALUES(4,0,4);
INSERT INTO item_count VALUES(5,0,4);
CREATE TABLE store (identity TEXT NOT NULL) STRICT;
INSERT INTO store VALUES('e572f26037ed7424a4aeb5dcb739f1b6');
CREATE TABLE idempotency_record (
  key TEXT PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT;
INSERT INTO idempotency_record VALUES('3F147E01-D8BB-4B62-A8FF-86C20AE024CF',-8680624691398758589,1,1795456390761274);
INSERT INTO idempotency_record VALUES('D5A6BD91-DC55-4367-BF57-C44A2A50B86C',6672604973371637849,2,1795456390881828);
INSERT INTO idempotency_record VALUES('8AEB2C09-FFC5-470F-B0CE-21A743C4B3DE',-5374181594493413865,3,1795456390971218);
INSERT INTO idempotency_record VALUES('"frozen"',6054968459956915174,4,1795456391401363);
CREATE TABLE deletion_token (
  -- the first part of a token finds it, the second is stored as a hash
  selector TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  vendor_id INTEGER NOT NULL,
  -- microseconds since 1970
  expiry INTEGER NOT NULL
) STRICT;
INSERT INTO deletion_token VALUES('04sh6ptakxjc2','$y$j75$wnXvWp9nppPoFE2cHJ/QR/$oIwIpbLv78OwVuAolSsCO0HTBkGgNWJcYxenZCK5Va9',5,2,1795456991522970);
CREATE TABLE movement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('opening', 'received', 'sold', 'returned', 'counted', 'removed', 'correction')),
  -- the signed change, and the stock after it
  quantity INTEGER NOT NULL,
  stock INTEGER NOT NULL CHECK (stock >= 0),
  currency TEXT NOT NULL,
  unit_price INTEGER NOT NULL,
  -- of one piece, in the same currency; private
  cost INTEGER,
  note TEXT,
  reference TEXT,
  reason TEXT,
  counted INTEGER,
  expected INTEGER,
  -- the movement that this one takes back or replaces
  reverses INTEGER,
  -- the first movement of the sale that this one belongs to
  sale INTEGER,
  -- microseconds since 1970
  recorded_at INTEGER NOT NULL,
  reported_at INTEGER NOT NULL,
  -- days since 1970-01-01 of reported_at in the market's time zone
  day INTEGER NOT NULL
) STRICT;
INSERT INTO movement VALUES(1,1,'opening',3,3,'KRW',15000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456390761274,1795456390761274,20781);
INSERT INTO movement VALUES(2,2,'opening',10,10,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456390881828,1795456390881828,20781);
INSERT INTO movement VALUES(4,2,'counted',2,12,'USD',805000,NULL,NULL,NULL,NULL,12,10,NULL,NULL,1795456391160402,1795456391160402,20781);
INSERT INTO movement VALUES(5,4,'opening',1,1,'USD',2500000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456391401363,1795456391401363,20781);
INSERT INTO movement VALUES(6,5,'opening',2,2,'USD',300000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456391504999,1795456391504999,20781);
CREATE TABLE item_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL,
  -- null where the title stayed
  title_before TEXT,
  title_after TEXT,
  -- null where the prices stayed
  currency_before TEXT,
  price_before INTEGER,
  discounted_price_before INTEGER,
  currency_after TEXT,
  price_after INTEGER,
  discounted_price_after INTEGER,
  recorded_at INTEGER NOT NULL,
  -- the item's last movement before it
  movement_id INTEGER NOT NULL
) STRICT;
INSERT INTO item_change VALUES(1,2,'Lamp','Brass lamp',NULL,NULL,NULL,NULL,NULL,NULL,1795456391063617,2);
CREATE TABLE deleted_item (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
CREATE TABLE sale_total (
  -- 0 day, 1 ISO week, 2 month, 3 all time
  scale INTEGER NOT NULL,
  -- the day, the week's first day, year * 12 + month - 1, 0
  period INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  revenue INTEGER NOT NULL,
  -- by item before period, for what an item has sold in the periods before one
  PRIMARY KEY (scale, item_id, period, currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE mixed_total (
  scale INTEGER NOT NULL,
  period INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (scale, period, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE market_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO market_setting VALUES('receipt_key','00a4fa15a8b9ffe8bc5d2f74959403267bce7850f75c6139c90301e1e6070749');
INSERT INTO market_setting VALUES('time_zone','Asia/Seoul');
CREATE TABLE movement_request (
  key TEXT PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('vendor',2);
INSERT INTO sqlite_sequence VALUES('movement',6);
INSERT INTO sqlite_sequence VALUES('item',5);
INSERT INTO sqlite_sequence VALUES('image',6);
INSERT INTO sqlite_sequence VALUES('item_change',1);
CREATE INDEX item_by_price ON item (price, id);
CREATE INDEX item_by_title ON item (title, id);
CREATE INDEX item_by_stock ON item (stock, id);
CREATE UNIQUE INDEX image_by_item ON image (item_id, position, id, format);
CREATE TRIGGER item_is_counted AFTER INSERT ON item BEGIN
  INSERT INTO item_count VALUES
    (1, new.id >> 6, 1), (2, new.id >> 12, 1), (3, new.id >> 18, 1), (4, new.id >> 24, 1), (5, 0, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER item_is_uncounted AFTER DELETE ON item BEGIN
  UPDATE item_count SET count = count - 1 WHERE (level, block) IN
    (VALUES (1, old.id >> 6), (2, old.id >> 12), (3, old.id >> 18), (4, old.id >> 24), (5, 0));
  DELETE FROM item_count WHERE count = 0 AND (level, block) IN
    (VALUES (1, old.id >> 6), (2, old.id >> 12), (3, old.id >> 18), (4, old.id >> 24), (5, 0));
END;
CREATE INDEX idempotency_record_by_date ON idempotency_record (date);
CREATE INDEX item_by_vendor ON item (vendor_id, id);
CREATE INDEX item_beyond_v2 ON item (id) WHERE currency NOT IN ('KRW', 'USD', 'JPY', 'HKD');
CREATE INDEX deletion_token_by_item ON deletion_token (item_id);
CREATE INDEX deletion_token_by_vendor ON deletion_token (vendor_id, expiry);
CREATE INDEX movement_by_item ON movement (item_id, id);
CREATE INDEX movement_by_reference ON movement (reference, item_id) WHERE reference IS NOT NULL;
CREATE INDEX movement_by_sale ON movement (sale) WHERE sale IS NOT NULL;
CREATE INDEX movement_by_day ON movement (day);
CREATE INDEX movement_by_count ON movement (item_id, reported_at) WHERE kind = 'counted';
CREATE INDEX movement_by_cost ON movement (item_id, id) WHERE kind = 'received' AND cost IS NOT NULL;
CREATE INDEX item_change_by_item ON item_change (item_id, movement_id, id);
CREATE INDEX sale_total_by_pieces
  ON sale_total (scale, period, pieces DESC, currency, revenue DESC, item_id);
CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total
WHEN EXISTS (
  SELECT 1 FROM sale_total
  WHERE scale = new.scale AND item_id = new.item_id AND period = new.period AND currency <> new.currency)
BEGIN
  INSERT OR IGNORE INTO mixed_total (scale, period, item_id) VALUES (new.scale, new.period, new.item_id);
END;
CREATE INDEX movement_request_by_date ON movement_request (date);
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id=1299344244;
PRAGMA user_version=4;
