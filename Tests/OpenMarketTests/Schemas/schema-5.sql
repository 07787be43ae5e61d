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
INSERT INTO vendor VALUES(2,'Shop','caf97a05-7335-4986-a4fc-2d7edb908b09','$y$j9T$Xyade5XfcA3oQ3ZJ7V0PW.$b8s8Mgty0w/wCwVdbjAAPJ1cAyfFDYr4Ndz0p.tDQ35',1795456392690806);
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
INSERT INTO item VALUES(1,1,'맥북 프로','KRW',16900000000,15000000000,3,1795456391960843,'$y$j9T$ND2WY31TiLO87z8VXSEDG.$guHi/pJD1hkTW8cCbbq5GmDCkuAq/sojfHHRNiAXfx1','16인치, 32 GB');
INSERT INTO item VALUES(2,1,'Brass lamp','USD',805000,NULL,9,1795456392196941,'$y$j9T$fijlHPAfMrYJwuZyTd0751$BoAI5np4ME7zSVAzKzBxfE7ArthWElK9.qAbEOaiQYB','');
INSERT INTO item VALUES(4,1,'Table','USD',2500000,NULL,1,1795456392840441,'$y$j9T$bcQF.xTV/1vzJTuzQDdr/1$AAbXUSaj2dgDMrY745f9TmSHmXtVSl4jETFbH0ymzv1','Oak');
INSERT INTO item VALUES(5,2,'Vase','USD',300000,NULL,2,1795456392887849,'$y$j9T$Xyade5XfcA3oQ3ZJ7V0PW.$b8s8Mgty0w/wCwVdbjAAPJ1cAyfFDYr4Ndz0p.tDQ35','');
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
INSERT INTO store VALUES('c32b92dc475bb193f9068603b0f56927');
CREATE TABLE idempotency_record (
  key TEXT PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT;
INSERT INTO idempotency_record VALUES('D41859B5-5E53-4826-9A90-1B6EA6DFF236',-8680624691398758589,1,1795456391960843);
INSERT INTO idempotency_record VALUES('DF5EF97B-4AF8-4E0E-8898-42CF438E36C6',6672604973371637849,2,1795456392196941);
INSERT INTO idempotency_record VALUES('A8B5EEC5-47BC-4FCD-BBCE-B013A9B6EF06',-5374181594493413865,3,1795456392279628);
INSERT INTO idempotency_record VALUES('"frozen"',6054968459956915174,4,1795456392840441);
CREATE TABLE deletion_token (
  -- the first part of a token finds it, the second is stored as a hash
  selector TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  vendor_id INTEGER NOT NULL,
  -- microseconds since 1970
  expiry INTEGER NOT NULL
) STRICT;
INSERT INTO deletion_token VALUES('0ypsmnkpfqey7','$y$j75$cz5/N3m5I40LbUuoxbWCR.$3tUdyXQWSWZUOPE75Ltya9gHz1eV5KWJdsr/zpAAJL7',5,2,1795456992912987);
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
INSERT INTO movement VALUES(1,1,'opening',3,3,'KRW',15000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456391960843,1795456391960843,20781);
INSERT INTO movement VALUES(2,2,'opening',10,10,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456392196941,1795456392196941,20781);
INSERT INTO movement VALUES(4,2,'counted',2,12,'USD',805000,NULL,NULL,NULL,NULL,12,10,NULL,NULL,1795456392481369,1795456392481369,20781);
INSERT INTO movement VALUES(5,2,'sold',-1,11,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456392556691,1795456392556691,20781);
INSERT INTO movement VALUES(6,4,'opening',1,1,'USD',2500000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456392840441,1795456392840441,20781);
INSERT INTO movement VALUES(7,5,'opening',2,2,'USD',300000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456392887849,1795456392887849,20781);
INSERT INTO movement VALUES(8,2,'sold',-3,8,'USD',805000,NULL,'at the fair',NULL,NULL,NULL,NULL,NULL,NULL,1795456392970209,1795456392970209,20781);
INSERT INTO movement VALUES(9,1,'sold',-1,2,'KRW',14000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456393040326,1795456393040326,20781);
INSERT INTO movement VALUES(10,2,'returned',1,9,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,8,8,1795456393096283,1795456393096283,20781);
INSERT INTO movement VALUES(11,1,'received',2,4,'KRW',15000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795456393142199,1795456393142199,20781);
INSERT INTO movement VALUES(12,1,'removed',-1,3,'KRW',15000000000,NULL,NULL,NULL,'broken',NULL,NULL,NULL,NULL,1795456393204994,1795456393204994,20781);
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
INSERT INTO item_change VALUES(1,2,'Lamp','Brass lamp',NULL,NULL,NULL,NULL,NULL,NULL,1795456392411572,2);
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
INSERT INTO sale_total VALUES(0,20781,2,'USD',3,2415000);
INSERT INTO sale_total VALUES(0,20781,1,'KRW',1,14000000000);
INSERT INTO sale_total VALUES(1,20780,2,'USD',3,2415000);
INSERT INTO sale_total VALUES(1,20780,1,'KRW',1,14000000000);
INSERT INTO sale_total VALUES(2,24322,2,'USD',3,2415000);
INSERT INTO sale_total VALUES(2,24322,1,'KRW',1,14000000000);
INSERT INTO sale_total VALUES(3,0,2,'USD',3,2415000);
INSERT INTO sale_total VALUES(3,0,1,'KRW',1,14000000000);
CREATE TABLE mixed_total (
  scale INTEGER NOT NULL,
  period INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (scale, period, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE market_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO market_setting VALUES('receipt_key','946a2c5177b44bd1113fd9125dadef8b60eb467bde1a1fb765bd0bade7ed7ad4');
INSERT INTO market_setting VALUES('time_zone','Asia/Seoul');
CREATE TABLE movement_request (
  key TEXT PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO movement_request VALUES('0E90B6C4-9F64-4497-A30F-F648FC27A2E5',7552129113303719131,11,11,1795456393142199);
INSERT INTO movement_request VALUES('2EF38A89-A9C6-4420-A05D-44A1797E9905',-6115143723123308475,10,10,1795456393096283);
INSERT INTO movement_request VALUES('6CBAB65D-26B1-4567-8A58-AEF394E12BBE',-5984974165641728541,8,8,1795456392970209);
INSERT INTO movement_request VALUES('CC574391-70AB-4699-8240-CF511E7D7AFA',-7782093774553115190,9,9,1795456393040326);
INSERT INTO movement_request VALUES('D6CE17B1-AD41-4121-A46F-69A993DBA47C',4316290013254302309,12,12,1795456393204994);
INSERT INTO movement_request VALUES('F5102C8A-3439-4BEC-9A21-0F709FF85FA7',-8097747771689304348,5,5,1795456392556691);
CREATE TABLE review (
  -- AUTOINCREMENT: an id that was deleted is never given again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL REFERENCES item (id),
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  -- the sale whose receipt was given
  sale_id INTEGER,
  -- whether that sale still counts: 1 or 0
  verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
  folded INTEGER NOT NULL DEFAULT 0 CHECK (folded IN (0, 1)),
  -- dates are microseconds since 1970
  date INTEGER NOT NULL,
  edit_date INTEGER,
  answer_date INTEGER,
  password_hash TEXT NOT NULL,
  author TEXT,
  answer TEXT,
  text TEXT NOT NULL
) STRICT;
INSERT INTO review VALUES(1,2,5,NULL,0,0,1795456393393753,NULL,1795456393555569,'$y$j9T$NtPq5.eZ8O.xslY5KSyyU.$tkzdAqJpS9yQXTl04rsKeR9EeUmmTbCWcF2xneXqY52','Kim','Thank you','밝고 예뻐요');
INSERT INTO review VALUES(2,2,3,NULL,0,0,1795456393465031,NULL,NULL,'$y$j9T$dss5LYDVsJU/Vj3a2hLci.$zbRvajdh/brJEtvkzkcdLmjvzJzRf.27gQnzBiFDpf5',NULL,NULL,'');
CREATE TABLE rating (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  -- how many reviews have one star, two stars, and so on
  one INTEGER NOT NULL CHECK (one >= 0),
  two INTEGER NOT NULL CHECK (two >= 0),
  three INTEGER NOT NULL CHECK (three >= 0),
  four INTEGER NOT NULL CHECK (four >= 0),
  five INTEGER NOT NULL CHECK (five >= 0),
  verified INTEGER NOT NULL CHECK (verified >= 0),
  -- the lower bound of the mean, in billionths of a star
  bound INTEGER NOT NULL
) STRICT;
INSERT INTO rating VALUES(2,0,0,1,0,1,0,2477726422);
CREATE TABLE rating_count (
  level INTEGER NOT NULL,
  block INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (level, block)
) STRICT, WITHOUT ROWID;
INSERT INTO rating_count VALUES(1,0,1);
INSERT INTO rating_count VALUES(2,0,1);
INSERT INTO rating_count VALUES(3,0,1);
INSERT INTO rating_count VALUES(4,0,1);
INSERT INTO rating_count VALUES(5,0,1);
CREATE TABLE removed_review (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL,
  stars INTEGER NOT NULL,
  reason TEXT NOT NULL,
  date INTEGER NOT NULL
) STRICT;
CREATE TABLE review_request (
  key TEXT PRIMARY KEY,
  fingerprint INTEGER NOT NULL,
  review_id INTEGER NOT NULL,
  date INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO review_request VALUES('3DAF49F0-A2A8-45F6-8B6D-BF3AC2144D65',-6704595358063599372,1,1795456393393753);
INSERT INTO review_request VALUES('8CF620A6-0D0C-474D-9F9D-85D1EF2389F2',-6604297884590890110,2,1795456393465031);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('vendor',2);
INSERT INTO sqlite_sequence VALUES('movement',12);
INSERT INTO sqlite_sequence VALUES('item',5);
INSERT INTO sqlite_sequence VALUES('image',6);
INSERT INTO sqlite_sequence VALUES('item_change',1);
INSERT INTO sqlite_sequence VALUES('review',2);
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
CREATE INDEX review_by_item ON review (item_id, id);
CREATE INDEX review_by_stars ON review (item_id, stars, id);
CREATE UNIQUE INDEX review_by_sale ON review (sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX rating_by_bound ON rating (bound, item_id);
CREATE TRIGGER rating_is_counted AFTER INSERT ON rating BEGIN
  INSERT INTO rating_count VALUES
    (1, new.item_id >> 6, 1), (2, new.item_id >> 12, 1), (3, new.item_id >> 18, 1),
    (4, new.item_id >> 24, 1), (5, 0, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER rating_is_uncounted AFTER DELETE ON rating BEGIN
  UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
    (VALUES (1, old.item_id >> 6), (2, old.item_id >> 12), (3, old.item_id >> 18),
      (4, old.item_id >> 24), (5, 0));
  DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
    (VALUES (1, old.item_id >> 6), (2, old.item_id >> 12), (3, old.item_id >> 18),
      (4, old.item_id >> 24), (5, 0));
END;
CREATE INDEX review_request_by_date ON review_request (date);
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id=1299344244;
PRAGMA user_version=5;
