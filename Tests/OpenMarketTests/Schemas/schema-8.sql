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
INSERT INTO vendor VALUES(2,'Shop','d0d7c101-1285-4bc7-962e-9e7bb2a6b543','$y$j9T$92snqRWU2u3GzUlVEO2zR1$tYD2yjn6k16YVTguMK/Tkx.ehC1osVkDV8H1SK1gTZ0',1795462545732350);
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
INSERT INTO item VALUES(1,1,'맥북 프로','KRW',16900000000,15000000000,3,1795462545546339,'$y$j9T$vxODU5ahSUOPLIHlqefaX1$yuWbM/uULQmTHBqdVCFzDqyoWjqseIrVedvomaP5EGB','16인치, 32 GB');
INSERT INTO item VALUES(2,1,'Brass lamp','USD',805000,NULL,9,1795462545578663,'$y$j9T$vxODU5ahSUOPLIHlqefaX1$yuWbM/uULQmTHBqdVCFzDqyoWjqseIrVedvomaP5EGB','');
INSERT INTO item VALUES(4,1,'Table','USD',2500000,NULL,1,1795462545830075,'$y$j9T$vxODU5ahSUOPLIHlqefaX1$yuWbM/uULQmTHBqdVCFzDqyoWjqseIrVedvomaP5EGB','Oak');
INSERT INTO item VALUES(5,2,'Vase','USD',300000,NULL,2,1795462545853058,'$y$j9T$92snqRWU2u3GzUlVEO2zR1$tYD2yjn6k16YVTguMK/Tkx.ehC1osVkDV8H1SK1gTZ0','');
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
INSERT INTO item_search_data VALUES(1,X'0437');
INSERT INTO item_search_data VALUES(10,X'000000000107070007010101020101030101040101050101060101070101');
INSERT INTO item_search_data VALUES(137438953473,X'0000010604300a313601020702026c6101021902026d62010213010320333201020d020267620102100206ed9484eba19c01020401032c203301020c01032d3136010216010331360a0102170303ec9db8010208010332206701020f010333322001020e0103360a6c0102180206ec9db8ecb998010209010361707401021b0103620a6d01021202022d31010215010367620a01021101036c617001021a01036d622d01021401036f702001021e010370202001021f0202746f01021c0103746f7001021d0105eba19c0a310102060206a7a5ebb681200102020206b68120ed94840102030107ec9db8ecb9982c01020a0204b9982c2001020b0107ed9484eba19c0a0102050408070708070b080808080808080b080807080808080807080a0b0b0c09');
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
INSERT INTO item_search_content VALUES(1,replace('맥북 프로\n16인치, 32 gb\nmb-16\nlaptop  ','\n',char(10)));
INSERT INTO item_search_content VALUES(2,replace('brass lamp\n  ','\n',char(10)));
INSERT INTO item_search_content VALUES(4,replace('table\noak  ','\n',char(10)));
INSERT INTO item_search_content VALUES(5,replace('vase\n  ','\n',char(10)));
CREATE TABLE IF NOT EXISTS 'item_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO item_search_docsize VALUES(1,X'1e');
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
INSERT INTO store VALUES('4684fd349e221d6a6df25e69c25eee2b');
CREATE TABLE deletion_token (
  -- the first part of a token finds it, the second is stored as a hash
  selector TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  vendor_id INTEGER NOT NULL,
  -- microseconds since 1970
  expiry INTEGER NOT NULL
) STRICT;
INSERT INTO deletion_token VALUES('r7p3zw9rtjyr0','$y$j75$uPJ70EPET1KKWZ19/a/tS/$Q4FnK/tpVieZCHBL9t/Lg1mgRrHz8bEA0EvtWZmOo1A',5,2,1795463145858326);
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
INSERT INTO movement VALUES(1,1,'opening',3,3,'KRW',15000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545546339,1795462545546339,20781);
INSERT INTO movement VALUES(2,2,'opening',10,10,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545578663,1795462545578663,20781);
INSERT INTO movement VALUES(4,2,'counted',2,12,'USD',805000,NULL,NULL,NULL,NULL,12,10,NULL,NULL,1795462545668492,1795462545668492,20781);
INSERT INTO movement VALUES(5,2,'sold',-1,11,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545695764,1795462545695764,20781);
INSERT INTO movement VALUES(6,4,'opening',1,1,'USD',2500000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545830075,1795462545830075,20781);
INSERT INTO movement VALUES(7,5,'opening',2,2,'USD',300000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545853058,1795462545853058,20781);
INSERT INTO movement VALUES(8,2,'sold',-3,8,'USD',805000,NULL,'at the fair','order 7',NULL,NULL,NULL,NULL,NULL,1795462545891649,1795462545891649,20781);
INSERT INTO movement VALUES(9,1,'sold',-1,2,'KRW',14000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462545939321,1795462545939321,20781);
INSERT INTO movement VALUES(10,2,'returned',1,9,'USD',805000,NULL,NULL,'order 7',NULL,NULL,NULL,8,8,1795462545995831,1795462545995831,20781);
INSERT INTO movement VALUES(11,1,'received',2,4,'KRW',15000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795462546026675,1795462546026675,20781);
INSERT INTO movement VALUES(12,1,'removed',-1,3,'KRW',15000000000,NULL,NULL,NULL,'broken',NULL,NULL,NULL,NULL,1795462546076398,1795462546076398,20781);
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
INSERT INTO item_change VALUES(1,2,'Lamp','Brass lamp',NULL,NULL,NULL,NULL,NULL,NULL,1795462545639202,2);
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
INSERT INTO market_setting VALUES('receipt_key','c69e8951b1592a99f4ee5738feace6e05de15c5503c1f4ddb3d8ccd8cee70c84');
INSERT INTO market_setting VALUES('seller_cost','5');
INSERT INTO market_setting VALUES('seller_salt','7baf3de061b61ea86d1735c5b6ba9ae3');
INSERT INTO market_setting VALUES('time_zone','Asia/Seoul');
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
INSERT INTO review VALUES(1,2,5,NULL,0,0,1795462546187901,NULL,1795462546319528,'$y$j9T$TBwoSaye5ETHKXcSUgfYt1$gV8u.8Oyl7BXgLxpT9cBvOONiIPAcJ5lOukkfFeEiY6','Kim','Thank you','밝고 예뻐요');
INSERT INTO review VALUES(2,2,3,NULL,0,0,1795462546268820,NULL,NULL,'$y$j9T$lKAL8k.hjyT1MnWebiT5u/$Kob4ZuPLDaca4Qr64q6iJCGF55pqD0YTT4/dIaYxCRB',NULL,NULL,'');
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
CREATE TABLE image_digest (
  image_id INTEGER PRIMARY KEY REFERENCES image (id),
  -- of the file that was sent, in hexadecimal
  sha256 TEXT NOT NULL
) STRICT;
INSERT INTO image_digest VALUES(1,'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
INSERT INTO image_digest VALUES(2,'46b1e30ff6748163eecba520c8d6625244e789786da19a6c7f39cdba96d0481b');
INSERT INTO image_digest VALUES(3,'46b1e30ff6748163eecba520c8d6625244e789786da19a6c7f39cdba96d0481b');
INSERT INTO image_digest VALUES(5,'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
INSERT INTO image_digest VALUES(6,'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
CREATE TABLE item_detail (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  -- that of the item, for the indexes
  vendor_id INTEGER NOT NULL,
  -- whose it is among the items of the market's own vendor, a number computed from the password hash; 0 for a vendor
  -- with an account, and for items of earlier versions
  seller_id INTEGER NOT NULL DEFAULT 0,
  sku TEXT,
  -- the item's identity where it was imported from
  reference TEXT,
  -- a fingerprint of the imported row
  row_key TEXT,
  -- with a vertical bar between them
  tags TEXT,
  -- private
  note TEXT
) STRICT;
INSERT INTO item_detail VALUES(1,1,5577306315124417441,'MB-16',NULL,NULL,'laptop','from Kim');
CREATE TABLE deleted_item (
  id INTEGER PRIMARY KEY,
  vendor_id INTEGER NOT NULL,
  -- as in item_detail
  seller_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  -- microseconds since 1970
  date INTEGER NOT NULL
) STRICT;
CREATE TABLE sale (
  -- its first movement
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL,
  reference TEXT,
  -- the movement of kind 'sold' that no correction has replaced
  entry INTEGER NOT NULL,
  -- the first movement of the last correction, or the sale: what came before it stands no more
  since INTEGER NOT NULL,
  -- sold pieces that were not returned
  standing INTEGER NOT NULL CHECK (standing >= 0)
, receipt TEXT) STRICT;
INSERT INTO sale VALUES(5,2,NULL,5,5,1,'674OXIP64PQ2V35X');
INSERT INTO sale VALUES(8,2,'order 7',8,8,2,'AUOXVGTAYI5OSV7D');
INSERT INTO sale VALUES(9,1,NULL,9,9,1,'GL4N7VYC3VJRM53J');
CREATE TABLE item_ledger (
  item_id INTEGER PRIMARY KEY,
  movements INTEGER NOT NULL,
  -- pieces sold, returned and corrected, and their prices and costs, in ten-thousandths: absolute values added up
  pieces INTEGER NOT NULL,
  amount INTEGER NOT NULL
) STRICT;
INSERT INTO item_ledger VALUES(1,4,1,14000000000);
INSERT INTO item_ledger VALUES(2,5,5,4025000);
INSERT INTO item_ledger VALUES(4,1,0,0);
INSERT INTO item_ledger VALUES(5,1,0,0);
CREATE TABLE movement_mark (
  item_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  movement_id INTEGER NOT NULL,
  PRIMARY KEY (item_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO movement_mark VALUES(1,0,1);
INSERT INTO movement_mark VALUES(2,0,2);
INSERT INTO movement_mark VALUES(4,0,6);
INSERT INTO movement_mark VALUES(5,0,7);
CREATE TABLE vendor_total (
  day INTEGER NOT NULL,
  vendor_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  revenue_high INTEGER NOT NULL,
  revenue_low INTEGER NOT NULL,
  PRIMARY KEY (day, vendor_id, currency)
) STRICT, WITHOUT ROWID;
INSERT INTO vendor_total VALUES(20781,1,'KRW',1,14,0);
INSERT INTO vendor_total VALUES(20781,1,'USD',3,0,2415000);
CREATE TABLE search_backlog (
  -- ascending: a transaction finds what it has added
  number INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL UNIQUE,
  text TEXT
) STRICT;
CREATE TABLE request_record (
  -- 'item', 'movements' or 'review'
  kind TEXT NOT NULL,
  -- the text of the key, a space, and its owner: a seller, an item, or an item and an author; earlier versions have
  -- stored some without one
  key TEXT NOT NULL,
  -- of the contents of the request
  fingerprint INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  -- microseconds since 1970
  date INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
INSERT INTO request_record VALUES('item','"frozen" 1.5577306315124417441',5602839966151334497,4,4,1795462545830075);
INSERT INTO request_record VALUES('item','7207CA57-6188-404B-89BE-682248457C0A 1.5577306315124417441',2534787537584766900,2,2,1795462545578663);
INSERT INTO request_record VALUES('item','DEC94075-F217-45E3-AEE5-26E29251B686 1.5577306315124417441',2017873245182104339,1,1,1795462545546339);
INSERT INTO request_record VALUES('item','E6B66CEB-9E7E-4043-BF30-676072F6B882 1.5577306315124417441',509541494521341255,3,3,1795462545607891);
INSERT INTO request_record VALUES('movements','175B951A-5872-4C82-AD3E-029D9E9CA817 2',-6911536190495859199,8,8,1795462545891649);
INSERT INTO request_record VALUES('movements','4AFC6C52-A617-4401-8BFF-3B98B876D58C 2',8614161238642418073,10,10,1795462545995831);
INSERT INTO request_record VALUES('movements','607DD205-9B9C-480F-84E2-43F90CA023B9 2',8587489529142457417,5,5,1795462545695764);
INSERT INTO request_record VALUES('movements','A909AEF3-8295-4BDC-A8C7-ADCD39DF3EDF 1',1442217967968739905,9,9,1795462545939321);
INSERT INTO request_record VALUES('movements','CC0D87D6-0428-48B9-B879-3583C6A712A8 1',-4636192550942575526,12,12,1795462546076398);
INSERT INTO request_record VALUES('movements','E70A0FD5-248D-45D1-A1DB-BA5730A9E70D 1',6284866396378283319,11,11,1795462546026675);
INSERT INTO request_record VALUES('review','2F12DBC4-6F78-4C4E-B773-7EFDF66CD9F8 2.5577306315124417441',-5320895559392443252,1,1,1795462546187901);
INSERT INTO request_record VALUES('review','51F65F37-C208-48F1-94E2-B61E9279C10A 2.5577306315124417441',-414598456993151633,2,2,1795462546268820);
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
CREATE INDEX item_by_vendor ON item (vendor_id, id);
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
CREATE UNIQUE INDEX item_detail_by_sku ON item_detail (vendor_id, sku, seller_id) WHERE sku IS NOT NULL;
CREATE UNIQUE INDEX item_detail_by_reference ON item_detail (vendor_id, reference, seller_id)
  WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX item_detail_by_row_key ON item_detail (vendor_id, row_key, seller_id)
  WHERE row_key IS NOT NULL;
CREATE INDEX deleted_item_by_date ON deleted_item (date);
CREATE INDEX sale_by_reference ON sale (item_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX sale_standing ON sale (item_id, id) WHERE standing > 0;
CREATE INDEX movement_mark_by_movement ON movement_mark (item_id, movement_id);
CREATE INDEX item_by_currency ON item (currency);
CREATE INDEX request_record_by_date ON request_record (date);
CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt) WHERE receipt IS NOT NULL;
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id=1299344244;
PRAGMA user_version=8;
