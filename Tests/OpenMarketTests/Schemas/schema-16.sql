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
INSERT INTO vendor VALUES(2,'Shop','4066beb6-dd75-46a9-9667-4255b9c3ae75','$y$j9T$tRbqEgC0ZKGsFoKvGHEET/$hgMs/KQDXmxvOhxNdmPeObBRNiKvqCvfxMa9vCV/jND',1795579181710079);
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
INSERT INTO item VALUES(1,1,'맥북 프로','KRW',16900000000,15000000000,3,1795579180790589,'$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA','16인치, 32 GB');
INSERT INTO item VALUES(2,1,'Brass lamp','USD',805000,NULL,9,1795579180931800,'$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA','');
INSERT INTO item VALUES(4,1,'Table','USD',2500000,NULL,1,1795579183048129,'$y$j9T$CTWtPp3MKzmVjsCtUUdda0$Zlir6d1Rvyh9tKOFC1hoVLRwoCFjDK9RwvDeBwFavlA','Oak');
INSERT INTO item VALUES(5,2,'Vase','USD',300000,NULL,2,1795579183783861,'$y$j9T$tRbqEgC0ZKGsFoKvGHEET/$hgMs/KQDXmxvOhxNdmPeObBRNiKvqCvfxMa9vCV/jND','');
CREATE TABLE image (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('png', 'jpeg')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes BLOB NOT NULL
, name TEXT) STRICT;
INSERT INTO image VALUES(1,1,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082',NULL);
INSERT INTO image VALUES(2,1,1,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082',NULL);
INSERT INTO image VALUES(3,2,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c6360020000040003efe418e40000000049454e44ae426082',NULL);
INSERT INTO image VALUES(4,4,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082',NULL);
INSERT INTO image VALUES(5,5,0,'png',1,1,X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600400000300024bf5ddea0000000049454e44ae426082',NULL);
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
INSERT INTO store VALUES('47bd07f806b251e53947b0e66e667038');
CREATE TABLE deletion_token (
  -- the first part of a token finds it, the second is stored as a hash
  selector TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  vendor_id INTEGER NOT NULL,
  -- microseconds since 1970
  expiry INTEGER NOT NULL
) STRICT;
INSERT INTO deletion_token VALUES('bf156k9bnx9p4','$y$j75$3cmF4Oqvc3cDZq1yLHALK.$ekdiDpsQ/yEwGMr7ao3ln5OGVvcBh6AV7WMqP8p7OrB',5,2,1795579783817975);
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
INSERT INTO movement VALUES(1,1,'opening',3,3,'KRW',15000000000,9000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579180790589,1795579180790589,20782);
INSERT INTO movement VALUES(2,2,'opening',10,10,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579180931800,1795579180931800,20782);
INSERT INTO movement VALUES(4,2,'counted',2,12,'USD',805000,NULL,NULL,NULL,NULL,12,10,NULL,NULL,1795579181491446,1795579181491446,20782);
INSERT INTO movement VALUES(5,2,'sold',-1,11,'USD',805000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579181671973,1795579181671973,20782);
INSERT INTO movement VALUES(6,4,'opening',1,1,'USD',2500000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579183048129,1795579183048129,20782);
INSERT INTO movement VALUES(7,5,'opening',2,2,'USD',300000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579183783861,1795579183783861,20782);
INSERT INTO movement VALUES(8,2,'sold',-3,8,'USD',805000,NULL,'at the fair','order 7',NULL,NULL,NULL,NULL,NULL,1795579183987941,1795579183987941,20782);
INSERT INTO movement VALUES(9,1,'sold',-1,2,'KRW',14000000000,9000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579184099671,1795579184099671,20782);
INSERT INTO movement VALUES(10,2,'returned',1,9,'USD',805000,NULL,NULL,'order 7',NULL,NULL,NULL,8,8,1795579184196783,1795579184196783,20782);
INSERT INTO movement VALUES(11,1,'received',2,4,'KRW',15000000000,9500000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579184347346,1795579184347346,20782);
INSERT INTO movement VALUES(12,1,'removed',-1,3,'KRW',15000000000,NULL,NULL,NULL,'broken',NULL,NULL,NULL,NULL,1795579184463983,1795579184463983,20782);
INSERT INTO movement VALUES(13,2,'received',1,10,'USD',805000,400000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579184588853,1795579184588853,20782);
INSERT INTO movement VALUES(14,2,'received',1,11,'USD',805000,420000,NULL,NULL,NULL,NULL,NULL,13,NULL,1795579184672424,1795579184588853,20782);
INSERT INTO movement VALUES(15,2,'correction',-1,10,'USD',805000,400000,NULL,NULL,NULL,NULL,NULL,13,NULL,1795579184672424,1795579184588853,20782);
INSERT INTO movement VALUES(16,2,'sold',-1,9,'USD',805000,420000,NULL,'order 8',NULL,NULL,NULL,NULL,NULL,1795579184785364,1795579184785364,20782);
INSERT INTO movement VALUES(17,1,'sold',-1,2,'KRW',15000000000,9500000000,NULL,'order 8',NULL,NULL,NULL,NULL,NULL,1795579184785364,1795579184785364,20782);
INSERT INTO movement VALUES(18,1,'received',1,3,'KRW',15000000000,9600000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795579184876017,1795579184876017,20782);
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
INSERT INTO item_change VALUES(1,2,'Lamp','Brass lamp',NULL,NULL,NULL,NULL,NULL,NULL,1795579181166371,2);
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
INSERT INTO sale_total VALUES(0,20782,2,'USD',4,3220000);
INSERT INTO sale_total VALUES(0,20782,1,'KRW',2,29000000000);
INSERT INTO sale_total VALUES(1,20780,2,'USD',4,3220000);
INSERT INTO sale_total VALUES(1,20780,1,'KRW',2,29000000000);
INSERT INTO sale_total VALUES(2,24322,2,'USD',4,3220000);
INSERT INTO sale_total VALUES(2,24322,1,'KRW',2,29000000000);
INSERT INTO sale_total VALUES(3,0,2,'USD',4,3220000);
INSERT INTO sale_total VALUES(3,0,1,'KRW',2,29000000000);
CREATE TABLE mixed_total (
  scale INTEGER NOT NULL,
  period INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (scale, period, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE market_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO market_setting VALUES('receipt_key','75b5e7df69237669f8f77468f234c348512041b6d0825de834a3d735b6232e9f');
INSERT INTO market_setting VALUES('seller_cost','5');
INSERT INTO market_setting VALUES('seller_salt','ce27e65b5d60d62f872feee42098a6a6');
INSERT INTO market_setting VALUES('time_zone','Asia/Seoul');
CREATE TABLE review (
  -- AUTOINCREMENT: an id that was deleted is never given again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL,
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
INSERT INTO review VALUES(1,2,5,NULL,0,0,1795579185013024,NULL,1795579185251240,'$y$j9T$MxNlNMxsjk8nwrB5bUROK/$hN4kg64O1L7Ro4wRlG7OGUzMEFXdYDZrVfhq4OXM5S9','Kim','Thank you','밝고 예뻐요');
INSERT INTO review VALUES(2,2,3,NULL,0,0,1795579185139812,NULL,NULL,'$y$j9T$XIC1AtynFKwUaXRRPXX0k/$wIgI.Du7pMjj3ZZoHw0NXzTlD/Xgf.yozpkOsi7TBr4',NULL,NULL,'');
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
INSERT INTO image_digest VALUES(4,'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
INSERT INTO image_digest VALUES(5,'faf1e400128414c2065ca85c94b5c0809c4bdd0c48fbe52f94bf093efaacd4f5');
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
, reorder_at TEXT, off_sale TEXT) STRICT;
INSERT INTO item_detail VALUES(1,1,9020303890859544422,'MB-16',NULL,NULL,'laptop','from Kim',NULL,NULL);
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
INSERT INTO sale VALUES(5,2,NULL,5,5,1,'YSSJADS6VSXBCJUB');
INSERT INTO sale VALUES(8,2,'order 7',8,8,2,'Y2I2JP57UHIBE7UH');
INSERT INTO sale VALUES(9,1,NULL,9,9,1,'53OXJQUTOYCRRTPC');
INSERT INTO sale VALUES(16,2,'order 8',16,16,1,'IVFR57VHH74Q7TEJ');
INSERT INTO sale VALUES(17,1,'order 8',17,17,1,'IVFR57VHH74Q7TEJ');
CREATE TABLE item_ledger (
  item_id INTEGER PRIMARY KEY,
  movements INTEGER NOT NULL,
  -- pieces sold, returned and corrected, and their prices and costs, in ten-thousandths: absolute values added up
  pieces INTEGER NOT NULL,
  amount INTEGER NOT NULL
) STRICT;
INSERT INTO item_ledger VALUES(1,6,2,76100000000);
INSERT INTO item_ledger VALUES(2,9,6,6070000);
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
INSERT INTO vendor_total VALUES(20782,1,'KRW',2,29,0);
INSERT INTO vendor_total VALUES(20782,1,'USD',4,0,3220000);
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
INSERT INTO request_record VALUES('item','"frozen" 1.9020303890859544422',1024719659755936395,4,4,1795579183048129);
INSERT INTO request_record VALUES('item','20171F1E-7BF3-47C8-8170-2D44059F1EF1 1.9020303890859544422',3035154480452879887,1,1,1795579180790589);
INSERT INTO request_record VALUES('item','A91A498A-7276-4130-8651-8E56D52529C3 1.9020303890859544422',7805681065562244324,2,2,1795579180931800);
INSERT INTO request_record VALUES('item','DFC80299-8E14-48AA-9545-5E829293AD56 1.9020303890859544422',179490897705942851,3,3,1795579181062004);
INSERT INTO request_record VALUES('movements','01CC6711-7233-4A69-AD1C-A0B8BA1B49E8 2',-6594470768477637005,5,5,1795579181671973);
INSERT INTO request_record VALUES('movements','1329DFAF-016C-433D-BA01-F09EDBBC66F8 2',-3177792058140322312,13,13,1795579184588853);
INSERT INTO request_record VALUES('movements','1394BF64-3045-488A-93F6-CEC72D596F10 1',1571202150033411000,11,11,1795579184347346);
INSERT INTO request_record VALUES('movements','2423704D-CB31-40FC-8D79-B17C0D5B6CD8 1',7653869116234126286,16,17,1795579184785364);
INSERT INTO request_record VALUES('movements','2505BF8E-4D30-4BE7-974F-13118472383E 1',5436845119769740558,9,9,1795579184099671);
INSERT INTO request_record VALUES('movements','262F933D-EC11-4EBF-B450-F7ED09C532D0 1',5711325052556575571,18,18,1795579184876017);
INSERT INTO request_record VALUES('movements','720C74D9-3A81-40CD-9BAC-66B1334DC695 2',6594253169395358979,8,8,1795579183987941);
INSERT INTO request_record VALUES('movements','B7EB6EA7-8A63-4FB4-A200-0A83642523A0 2',-8817641117662290277,10,10,1795579184196783);
INSERT INTO request_record VALUES('movements','D34A0E30-2E73-4E7F-B7A1-37B824209BFD 2',-6888168842799450484,14,15,1795579184672424);
INSERT INTO request_record VALUES('movements','F99D4273-1ECA-4242-93C3-CF425FCC6167 1',-1364347049863707,12,12,1795579184463983);
INSERT INTO request_record VALUES('review','181256D7-232F-441B-BCCF-7E94F9954596 2.3742066352949291968',-3377943366141792764,1,1,1795579185013024);
INSERT INTO request_record VALUES('review','437D355B-C055-48DB-9492-D8C75EE0F89F 2.9020303890859544422',-6960539089441215687,2,2,1795579185139812);
CREATE TABLE trashed_item (
  id INTEGER PRIMARY KEY REFERENCES deleted_item (id),
  vendor_id INTEGER NOT NULL,
  -- as in item_detail
  seller_id INTEGER NOT NULL,
  -- when it was deleted, and when it is deleted for good, in microseconds since 1970
  date INTEGER NOT NULL,
  expiry INTEGER NOT NULL,
  -- a digest of the network that deleted it, whose limit on bytes it counts for; null for a command at the store
  client TEXT,
  password_hash TEXT NOT NULL,
  -- the columns of `item` and `item_detail` that are in no other table, in JSON
  contents TEXT NOT NULL
, bytes INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE log_change (
  -- AUTOINCREMENT: a number that was forgotten is never given again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- the first change of the write; null for that one
  entry INTEGER,
  -- names the requests of one import
  run TEXT,
  -- microseconds since 1970
  date INTEGER NOT NULL,
  command TEXT NOT NULL,
  item_id INTEGER,
  -- of the contents and of the images that this change keeps
  bytes INTEGER NOT NULL,
  -- the entry that this one takes back, and the one that has taken this one back
  undoes INTEGER,
  undone INTEGER,
  -- JSON
  contents TEXT NOT NULL
) STRICT;
CREATE TABLE item_without_image (item_id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE item_tag (
  tag TEXT NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (tag, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO item_tag VALUES('laptop',1);
CREATE TABLE item_low (item_id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE item_off_sale (item_id INTEGER PRIMARY KEY) STRICT;
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_title','item_search_title',0,'CREATE VIRTUAL TABLE item_search_title USING fts5 (text, tokenize = ''trigram case_sensitive 1'')');
CREATE TABLE IF NOT EXISTS 'item_search_title_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO item_search_title_data VALUES(1,X'0433');
INSERT INTO item_search_title_data VALUES(10,X'000000000101010001010101');
INSERT INTO item_search_title_data VALUES(137438953473,X'00000145043009206202020e0303eba7a5010209010320092001020801020d0202202001020f010219020208010207020262720204020f02026c6102020802027461040202020276610502020206eba7a5ebb6810104020a0206ed9484eba19c010205010361626c04020402026d7002040a0e020273650502040301730204050f0103626c65040205020272610204030f010365202004020701020601036c616d0204090e0202652004020601036d702002040b0e010370200902020c03012002021801037261730204040f010373206c0202070202652005020502026c610202140202732002020603016c020213010374616204020301037661730502030105eba19c200901020705012001020e0206a7a5ebb681200102030703ed948401020b0206b68120ed94840102040406ed9484eba19c01020c0107ed9484eba19c20010406090408080b10080707070c0b0808070708080b090709080609080707070608080a060b080b0b');
CREATE TABLE IF NOT EXISTS 'item_search_title_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO item_search_title_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'item_search_title_content'(id INTEGER PRIMARY KEY, c0);
INSERT INTO item_search_title_content VALUES(1,' 맥북 프로 	 맥북프로   ');
INSERT INTO item_search_title_content VALUES(2,' brass lamp 	 brasslamp   ');
INSERT INTO item_search_title_content VALUES(4,' table   ');
INSERT INTO item_search_title_content VALUES(5,' vase   ');
CREATE TABLE IF NOT EXISTS 'item_search_title_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO item_search_title_docsize VALUES(1,X'0e');
INSERT INTO item_search_title_docsize VALUES(2,X'18');
INSERT INTO item_search_title_docsize VALUES(4,X'07');
INSERT INTO item_search_title_docsize VALUES(5,X'06');
CREATE TABLE IF NOT EXISTS 'item_search_title_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO item_search_title_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_title_run','item_search_title_run',0,'CREATE VIRTUAL TABLE item_search_title_run USING fts5vocab (item_search_title, instance)');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_head','item_search_head',0,'CREATE VIRTUAL TABLE item_search_head USING fts5 (text, tokenize = ''trigram case_sensitive 1'')');
CREATE TABLE IF NOT EXISTS 'item_search_head_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO item_search_head_data VALUES(1,X'0450');
INSERT INTO item_search_head_data VALUES(10,X'000000000101010001010101');
INSERT INTO item_search_head_data VALUES(137438953473,X'000001e5043009206202020e03016c01022103016d01021a0303eba7a501020901030a202002021a02020901020803016d0102100103200920010608130901020d02020a2001020f0102190202080102070202202001022902022d2001021402023136010216020262720204020f02026c6101022201020802026d620104110c02027461040202020276610502020206eba7a5ebb6810104020a0206ed9484eba19c01020501032d2031010215010331362001041709010336200901041809010361626c04020402026d7002040a0e02027074010224020273650502040301730204050f010362202d0102130202313601021d02026c65040205020272610204030f010365200a04020701020601036c616d0204090e0301700102230202652004020601036d622001021203013101021c0202702002040b0e01036f7020010227010370200902020c03010a0202180301200102280202746f01022501037261730204040f010373206c0202070202652005020502026c610202140202732002020603016c020213010374616204020302026f7001022601037661730502030105eba19c200901020705010a01020e0206a7a5ebb681200102030703ed948401020b0206b68120ed94840102040406ed9484eba19c01020c0107ed9484eba19c200104060904080606080e060d10070707080a0807070c0b0809090808070707080707080b09060708060808080606070908070707060807080a060b080b0b');
CREATE TABLE IF NOT EXISTS 'item_search_head_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO item_search_head_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'item_search_head_content'(id INTEGER PRIMARY KEY, c0);
INSERT INTO item_search_head_content VALUES(1,replace(' 맥북 프로 	 맥북프로 \n mb - 16 	 mb16 	 laptop   ','\n',char(10)));
INSERT INTO item_search_head_content VALUES(2,replace(' brass lamp 	 brasslamp \n  ','\n',char(10)));
INSERT INTO item_search_head_content VALUES(4,replace(' table \n  ','\n',char(10)));
INSERT INTO item_search_head_content VALUES(5,replace(' vase \n  ','\n',char(10)));
CREATE TABLE IF NOT EXISTS 'item_search_head_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO item_search_head_docsize VALUES(1,X'28');
INSERT INTO item_search_head_docsize VALUES(2,X'19');
INSERT INTO item_search_head_docsize VALUES(4,X'08');
INSERT INTO item_search_head_docsize VALUES(5,X'07');
CREATE TABLE IF NOT EXISTS 'item_search_head_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO item_search_head_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_head_run','item_search_head_run',0,'CREATE VIRTUAL TABLE item_search_head_run USING fts5vocab (item_search_head, instance)');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search','item_search',0,'CREATE VIRTUAL TABLE item_search USING fts5 (text, tokenize = ''trigram case_sensitive 1'')');
CREATE TABLE IF NOT EXISTS 'item_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO item_search_data VALUES(1,X'0469');
INSERT INTO item_search_data VALUES(10,X'000000000101010001010101');
INSERT INTO item_search_data VALUES(137438953473,X'00000286043009206202020e03016c01022103016d01021a0303eba7a501020901030a0a2002021a0202090102080202202002021b03020903013101022a03016d01021003016f04020a0103200920010608130901020d02020a0a02021902020801020703012001040f1c0202202001023801021c02020f01020a02022c2001023002022d20010214020231360104161702023332010232020262720204020f0202676201023502026c6101022201020802026d620104110c02026f6104020b02027461040202020276610502020206eba7a5ebb6810104020a0206ed9484eba19c01020501032c203301023101032d20310102150103313620010417090303ec9db801022c010332206701023401033332200102330103362009010418090206ec9db8ecb99801022d010361626c04020402026b2004020d02026d7002040a0e02027074010224020273650502040301730204050f010362202001023703012d0102130202313601021d02026c65040205020272610204030f010365200a040207010206010367622001023601036b202004020e01036c616d0204090e0301700102230202652004020601036d622001021203013101021c0202702002040b0e01036f616b04020c02027020010227010370200902020c03010a0102280102180202746f01022501037261730204040f010373206c0202070202652005020502026c610202140202732002020603016c020213010374616204020302026f7001022601037661730502030105eba19c200901020705010a01020e0206a7a5ebb681200102030703ed948401020b0206b68120ed94840102040406ed9484eba19c01020c0107ec9db8ecb9982001022e0204b998202c01022f0107ed9484eba19c200104060904080606080e0a0606060d0d07100707080708070a080707070c0b080809080808090b08070807070708060707080b080809060708060808070809070908070707060807080a060b080b0b0c09');
CREATE TABLE IF NOT EXISTS 'item_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO item_search_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'item_search_content'(id INTEGER PRIMARY KEY, c0);
INSERT INTO item_search_content VALUES(1,replace(' 맥북 프로 	 맥북프로 \n mb - 16 	 mb16 	 laptop \n 16인치 , 32 gb   ','\n',char(10)));
INSERT INTO item_search_content VALUES(2,replace(' brass lamp 	 brasslamp \n\n   ','\n',char(10)));
INSERT INTO item_search_content VALUES(4,replace(' table \n\n oak   ','\n',char(10)));
INSERT INTO item_search_content VALUES(5,replace(' vase \n\n   ','\n',char(10)));
CREATE TABLE IF NOT EXISTS 'item_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO item_search_docsize VALUES(1,X'37');
INSERT INTO item_search_docsize VALUES(2,X'1b');
INSERT INTO item_search_docsize VALUES(4,X'0e');
INSERT INTO item_search_docsize VALUES(5,X'09');
CREATE TABLE IF NOT EXISTS 'item_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO item_search_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','item_search_run','item_search_run',0,'CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance)');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('vendor',2);
INSERT INTO sqlite_sequence VALUES('movement',18);
INSERT INTO sqlite_sequence VALUES('item',5);
INSERT INTO sqlite_sequence VALUES('image',5);
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
CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt, item_id) WHERE receipt IS NOT NULL;
CREATE INDEX movement_by_cost ON movement (item_id, reported_at) WHERE kind = 'received' AND cost IS NOT NULL;
CREATE INDEX movement_by_delivery ON movement (reverses) WHERE kind = 'received' AND reverses IS NOT NULL;
CREATE INDEX trashed_item_by_date ON trashed_item (date, id);
CREATE INDEX trashed_item_by_seller ON trashed_item (vendor_id, seller_id, date, id);
CREATE INDEX trashed_item_by_expiry ON trashed_item (expiry);
CREATE INDEX log_change_of_entry ON log_change (id) WHERE entry IS NULL;
CREATE INDEX log_change_by_entry ON log_change (entry, id) WHERE entry IS NOT NULL;
CREATE INDEX log_change_by_run ON log_change (run) WHERE run IS NOT NULL;
CREATE INDEX log_change_by_item ON log_change (item_id, id) WHERE item_id IS NOT NULL;
CREATE INDEX log_change_large ON log_change (bytes) WHERE bytes > 1024;
CREATE INDEX item_by_paid ON item (coalesce(discounted_price, price), id);
CREATE INDEX item_discounted ON item (id) WHERE discounted_price IS NOT NULL;
CREATE INDEX item_by_registration ON item (registration_date, id);
CREATE TRIGGER item_begins_without_image AFTER INSERT ON item
  WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = NEW.id)
BEGIN
  INSERT INTO item_without_image (item_id) VALUES (NEW.id);
END;
CREATE TRIGGER item_ends_without_image AFTER DELETE ON item BEGIN
  DELETE FROM item_without_image WHERE item_id = OLD.id;
END;
CREATE TRIGGER item_gets_image AFTER INSERT ON image BEGIN
  DELETE FROM item_without_image WHERE item_id = NEW.item_id;
END;
CREATE TRIGGER item_loses_image AFTER DELETE ON image
  WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
BEGIN
  INSERT INTO item_without_image (item_id) SELECT id FROM item WHERE id = OLD.item_id;
END;
CREATE TRIGGER item_gives_image_up AFTER UPDATE OF item_id ON image
  WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
BEGIN
  INSERT INTO item_without_image (item_id)
    SELECT id FROM item WHERE id = OLD.item_id ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER item_gets_image_back AFTER UPDATE OF item_id ON image BEGIN
  DELETE FROM item_without_image WHERE item_id = NEW.item_id;
END;
CREATE INDEX item_tag_by_item ON item_tag (item_id);
CREATE TRIGGER item_detail_changes_tags AFTER UPDATE OF tags ON item_detail BEGIN
  DELETE FROM item_tag WHERE item_id = OLD.item_id;
END;
CREATE TRIGGER item_detail_loses_tags AFTER DELETE ON item_detail BEGIN
  DELETE FROM item_tag WHERE item_id = OLD.item_id;
END;
CREATE TRIGGER item_stock_meets_level AFTER UPDATE OF stock ON item WHEN OLD.stock <> NEW.stock BEGIN
  DELETE FROM item_low WHERE item_id = NEW.id;
  INSERT INTO item_low (item_id)
    SELECT item_id FROM item_detail WHERE item_id = NEW.id AND NEW.stock <= CAST(reorder_at AS INTEGER);
END;
CREATE TRIGGER item_level_begins AFTER INSERT ON item_detail WHEN NEW.reorder_at IS NOT NULL BEGIN
  INSERT INTO item_low (item_id)
    SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS INTEGER);
END;
CREATE TRIGGER item_level_changes AFTER UPDATE OF reorder_at ON item_detail
  WHEN OLD.reorder_at IS NOT NEW.reorder_at
BEGIN
  DELETE FROM item_low WHERE item_id = OLD.item_id;
  INSERT INTO item_low (item_id)
    SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS INTEGER);
END;
CREATE TRIGGER item_level_ends AFTER DELETE ON item_detail WHEN OLD.reorder_at IS NOT NULL BEGIN
  DELETE FROM item_low WHERE item_id = OLD.item_id;
END;
CREATE TRIGGER item_detail_begins_off_sale AFTER INSERT ON item_detail WHEN NEW.off_sale IS NOT NULL BEGIN
  INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
END;
CREATE TRIGGER item_detail_goes_off_sale AFTER UPDATE OF off_sale ON item_detail
  WHEN OLD.off_sale IS NULL AND NEW.off_sale IS NOT NULL
BEGIN
  INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
END;
CREATE TRIGGER item_detail_goes_on_sale AFTER UPDATE OF off_sale ON item_detail
  WHEN OLD.off_sale IS NOT NULL AND NEW.off_sale IS NULL
BEGIN
  DELETE FROM item_off_sale WHERE item_id = NEW.item_id;
END;
CREATE TRIGGER item_detail_ends_off_sale AFTER DELETE ON item_detail WHEN OLD.off_sale IS NOT NULL BEGIN
  DELETE FROM item_off_sale WHERE item_id = OLD.item_id;
END;
CREATE TRIGGER item_off_sale_is_uncounted AFTER INSERT ON item_off_sale BEGIN
  UPDATE item_count SET count = count - 1 WHERE (level, block) IN
    (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
      (4, NEW.item_id >> 24), (5, 0));
  DELETE FROM item_count WHERE count = 0 AND (level, block) IN
    (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
      (4, NEW.item_id >> 24), (5, 0));
  UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
    (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
      (4, NEW.item_id >> 24), (5, 0)) AND EXISTS (SELECT 1 FROM rating WHERE item_id = NEW.item_id);
  DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
    (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
      (4, NEW.item_id >> 24), (5, 0));
END;
CREATE TRIGGER item_on_sale_is_counted AFTER DELETE ON item_off_sale BEGIN
  INSERT INTO item_count VALUES
    (1, OLD.item_id >> 6, 1), (2, OLD.item_id >> 12, 1), (3, OLD.item_id >> 18, 1),
    (4, OLD.item_id >> 24, 1), (5, 0, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO rating_count
    SELECT column1, column2, 1 FROM
      (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
        (4, OLD.item_id >> 24), (5, 0))
    WHERE EXISTS (SELECT 1 FROM rating WHERE item_id = OLD.item_id)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER rating_is_counted AFTER INSERT ON rating
  WHEN NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = NEW.item_id)
BEGIN
  INSERT INTO rating_count VALUES
    (1, NEW.item_id >> 6, 1), (2, NEW.item_id >> 12, 1), (3, NEW.item_id >> 18, 1),
    (4, NEW.item_id >> 24, 1), (5, 0, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER rating_is_uncounted AFTER DELETE ON rating
  WHEN NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = OLD.item_id)
BEGIN
  UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
    (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
      (4, OLD.item_id >> 24), (5, 0));
  DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
    (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
      (4, OLD.item_id >> 24), (5, 0));
END;
CREATE INDEX image_name ON image (item_id, position, id, name) WHERE name IS NOT NULL;
CREATE INDEX item_by_seller ON item (substr(password_hash, length(password_hash) - 15), id);
CREATE INDEX trashed_item_by_client ON trashed_item (client, date, bytes);
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id=1299344244;
PRAGMA user_version=16;
