-- Made by gajah 0.1.0 as it was on 2026-11-17 (e3a941b), on SQLite. Games and secrets of their seats:
-- {"under_way": {"game": "68qr9rikozzy", "tokens": {"g": "o5J4a-_TuR_FnGtcqWMvksY4TOEiqUMK", "s": "CXNeovYDeeeMS3Oa5ocwVJTnfAqRxeBF"}}, "resigned": {"game": "zhknd22mzyhj"}, "no_clock": {"game": "2gnw5ih96724", "tokens": {"g": "b-EyPoSYT4abslZaOYuaqxlX8QFOi5Vb", "s": "is9cB8V_HrW9Ti0ubKTfhJ-8BAjOaK4b"}}, "handicap": {"game": "xms5gypfjhva", "tokens": {"g": "6L3QhoVdJfYrc1FSRi7eKaZ62uWPw8fS", "s": "__uR0oWMDU8zeSgMYn8gQAWhBkGKveTZ"}}, "waiting": {"game": "pnmxbqfxucqz", "tokens": {"g": "d42r6PfI1nqDxRIPe2dJYUP233JBBSPc", "s": "ogOYqWL_K2xtsMjOlFBsuO-QJ6NAXqda"}}, "bot": {"game": "2s9bdqq4atyu", "tokens": {"g": "am1pTMGcF5BpwwLZDH1CpzVIMCLCaxlI"}}, "imported": {"game": "gaxfdx65kq6a"}}
BEGIN TRANSACTION;
CREATE TABLE facts (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(200) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('schema','1');
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	created DOUBLE NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	gold_player VARCHAR(80) NOT NULL, 
	gold_name VARCHAR(200) NOT NULL, 
	gold_token VARCHAR(64), 
	gold_taken BOOLEAN NOT NULL, 
	silver_player VARCHAR(80) NOT NULL, 
	silver_name VARCHAR(200) NOT NULL, 
	silver_token VARCHAR(64), 
	silver_taken BOOLEAN NOT NULL, 
	control VARCHAR(200), 
	start VARCHAR(200), 
	handicap JSON, 
	event VARCHAR(200) NOT NULL, 
	imported BOOLEAN NOT NULL, 
	tags JSON, 
	winner VARCHAR(1), 
	reason VARCHAR(1), 
	detail TEXT NOT NULL, 
	turn_count INTEGER NOT NULL, 
	position VARCHAR(200) NOT NULL, 
	draft JSON, 
	turn_began DOUBLE, 
	review JSON, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('68qr9rikozzy',1.79494635079653501504e+09,'playing','human','Ann','5cf90c9a0488d0041645bed6ebf295b9e6ab0b631dee0d4b48c8f8eda73f4728',1,'human','Bob','0bcc5149f7eaabbbe01fc28caa82de1d95c21c8624a69db1069245e77cf0cd06',1,'10m/10m',NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                    E          HHDCM CD RRRRRRRR]','{"steps": ["ee7s"], "undone": ["ee6s"], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',1.60421206994215026497e-01,'null');
INSERT INTO "games" VALUES('zhknd22mzyhj',1.79494635086837029452e+09,'over','human','Gold','1a350d8d8a779624c1c1a284c8b203f165d24546e1dff0a69c75dee2226e2b8e',1,'human','Silver','1dd65be8d6fb4328e6400b748b7ce816d142e37b775c19324f885ad7c2fa7900',1,'10m/10m',NULL,'null','',0,'null','s','r','',4,'g [rrrrrrrrhdcmecd        h            E           HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": {"g": 1799.997, "s": 1799.998}, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
INSERT INTO "games" VALUES('2gnw5ih96724',1.79494635089154958721e+09,'playing','human','Gold','e007a85988231c0f557f81d0572c32bee88f7afd78fca4c6f12e9849ee5ee14c',1,'human','Silver','5c0a685fc7644a7fada8fb7acb9d11072027d8d638224851e07487aa7bebafb2',1,NULL,NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                            E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',0.202688783974736,'null');
INSERT INTO "games" VALUES('xms5gypfjhva',1.79494635090902280799e+09,'playing','human','Gold','3cd13eb4a4e0b6d0a41da5d4b36bc035356de2195b487ff5f0f9f070e153773f',1,'human','Silver','28d1328b2401ca114ff5ac1a2f892b3ca2fb93a8baaf565ec80c9dcbd4ee96ce',1,NULL,NULL,'{"g": "H", "s": ""}','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                            E   HDCM CD RRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',2.20629469993582461029e-01,'null');
INSERT INTO "games" VALUES('pnmxbqfxucqz',1.79494635092645144465e+09,'waiting','human','Gold','2ec9bd45214d9ab34a21c7ba21a99fe4fa0c0b05db158366b7fc31a28ce40a55',1,'human','Silver','9457c624bcefafc81b6e9266af453b1eabd29940fd87796abcf22ee17b9090bc',0,NULL,NULL,'null','',0,'null',NULL,NULL,'',0,'g [                                                                ]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
INSERT INTO "games" VALUES('2s9bdqq4atyu',1.79494635093424725535e+09,'playing','human','Gold','0d436574d187128c8ee0b596ff733eefbb8ba3db77b4bb68734c3d211ac987c3',1,'random','random',NULL,0,NULL,NULL,'null','',0,'null',NULL,NULL,'',4,'g [crr rhrrrhdrdm e   c                        E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',2.44014062984206248074e-01,'null');
INSERT INTO "games" VALUES('gaxfdx65kq6a',1740787200.0,'over','human','Ann',NULL,1,'human','Bob',NULL,1,NULL,NULL,'null','Club evening',1,'{"Event": "Club evening", "Gold": "Ann", "Silver": "Bob", "GoldRating": "1700", "SilverRating": "1650", "Date": "2025.03.01", "Result": "1-0", "Termination": "Resignation"}','g',NULL,'',5,'s [rrrrrrrrhdcm cdh            e   H   E            DCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
CREATE TABLE indexed_games (
	number BIGINT NOT NULL, 
	game_id VARCHAR(24) NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (game_id)
);
INSERT INTO "indexed_games" VALUES(-8165241584553666815,'zhknd22mzyhj');
INSERT INTO "indexed_games" VALUES(7679316204386549613,'gaxfdx65kq6a');
CREATE TABLE indexed_turns (
	"key" BIGINT NOT NULL, 
	next_key BIGINT NOT NULL, 
	game BIGINT NOT NULL, 
	ply SMALLINT NOT NULL, 
	score SMALLINT NOT NULL, 
	rating SMALLINT, 
	PRIMARY KEY ("key", next_key, game, ply)
)
 WITHOUT ROWID

;
INSERT INTO "indexed_turns" VALUES(-7146553905651241810,0,7679316204386549613,7,-1,1650);
INSERT INTO "indexed_turns" VALUES(-2001445223488304714,4665612186031792836,7679316204386549613,5,-1,1650);
INSERT INTO "indexed_turns" VALUES(-2001445223488304714,6623515923291222814,-8165241584553666815,5,1,NULL);
INSERT INTO "indexed_turns" VALUES(0,5696750588667198489,-8165241584553666815,2,-1,NULL);
INSERT INTO "indexed_turns" VALUES(0,5696750588667198489,7679316204386549613,2,1,1700);
INSERT INTO "indexed_turns" VALUES(4665612186031792836,-7146553905651241810,7679316204386549613,6,1,1700);
INSERT INTO "indexed_turns" VALUES(5519673105522304577,-2001445223488304714,-8165241584553666815,4,-1,NULL);
INSERT INTO "indexed_turns" VALUES(5519673105522304577,-2001445223488304714,7679316204386549613,4,1,1700);
INSERT INTO "indexed_turns" VALUES(5696750588667198489,5519673105522304577,-8165241584553666815,3,1,NULL);
INSERT INTO "indexed_turns" VALUES(5696750588667198489,5519673105522304577,7679316204386549613,3,-1,1650);
INSERT INTO "indexed_turns" VALUES(6623515923291222814,0,-8165241584553666815,6,-1,NULL);
CREATE TABLE nodes (
	game_id VARCHAR(24) NOT NULL, 
	id INTEGER NOT NULL, 
	parent INTEGER, 
	rank INTEGER NOT NULL, 
	label VARCHAR(10) NOT NULL, 
	turn VARCHAR(200) NOT NULL, 
	glyphs VARCHAR(80) NOT NULL, 
	comments JSON NOT NULL, 
	played BOOLEAN NOT NULL, 
	PRIMARY KEY (game_id, id)
);
INSERT INTO "nodes" VALUES('68qr9rikozzy',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.004] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('68qr9rikozzy',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.002] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('68qr9rikozzy',3,2,0,'2g','Ee2n Ee3n Hh2n','','["[%emt 0:00:00.003] [%clk 0:19:59.997]"]',1);
INSERT INTO "nodes" VALUES('zhknd22mzyhj',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.002] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('zhknd22mzyhj',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.001] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('zhknd22mzyhj',3,2,0,'2g','Ee2n Ee3n','','["[%emt 0:00:00.002] [%clk 0:19:59.998]"]',1);
INSERT INTO "nodes" VALUES('zhknd22mzyhj',4,3,0,'2s','hh7s','','["[%emt 0:00:00.002] [%clk 0:19:59.998]"]',1);
INSERT INTO "nodes" VALUES('2gnw5ih96724',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('2gnw5ih96724',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('2gnw5ih96724',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('xms5gypfjhva',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('xms5gypfjhva',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('xms5gypfjhva',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('2s9bdqq4atyu',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('2s9bdqq4atyu',2,1,0,'1s','ra7 hb7 dc7 cd7 de7 rf7 mg7 eh7 ca8 rb8 rc8 rd8 re8 hf8 rg8 rh8','','["[%emt 0:00:00]"]',1);
INSERT INTO "nodes" VALUES('2s9bdqq4atyu',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('2s9bdqq4atyu',4,3,0,'2s','cd7s rf7s rf6x rd8s mg7w','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('gaxfdx65kq6a',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','[]',1);
INSERT INTO "nodes" VALUES('gaxfdx65kq6a',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','[]',1);
INSERT INTO "nodes" VALUES('gaxfdx65kq6a',3,2,0,'2g','Ee2n Ee3n','','["A good start."]',1);
INSERT INTO "nodes" VALUES('gaxfdx65kq6a',4,3,0,'2s','ee7s ee6s','','[]',1);
INSERT INTO "nodes" VALUES('gaxfdx65kq6a',5,4,0,'3g','Ha2n Ha3n','','[]',1);
CREATE TABLE puzzle_attempts (
	solver_id VARCHAR(64) NOT NULL, 
	puzzle_id VARCHAR(20) NOT NULL, 
	at DOUBLE NOT NULL, 
	solved BOOLEAN NOT NULL, 
	stage INTEGER NOT NULL, 
	due_after INTEGER, 
	due_at DOUBLE, 
	PRIMARY KEY (solver_id, puzzle_id)
);
CREATE TABLE puzzle_ratings (
	puzzle_id VARCHAR(20) NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	PRIMARY KEY (puzzle_id)
);
CREATE TABLE solvers (
	id VARCHAR(64) NOT NULL, 
	seen DOUBLE NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	answers INTEGER NOT NULL, 
	in_row INTEGER NOT NULL, 
	best_streak INTEGER NOT NULL, 
	best_timed INTEGER NOT NULL, 
	run JSON, 
	PRIMARY KEY (id)
);
CREATE INDEX games_by_state ON games (state);
CREATE INDEX games_newest_first ON games (created);
COMMIT;
