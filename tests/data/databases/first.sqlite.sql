-- Made by gajah 0.1.0 as it was on 2026-11-15 (39c4b53), on SQLite. Games and secrets of their seats:
-- {"under_way": {"game": "2cuvjf7gbmud", "tokens": {"g": "nXkSDH4dX1u0smblpe64I2yQPE7l2Mvf", "s": "hHoKSw4pfyXzCMwaGc7xemN2og3S9P-A"}}, "resigned": {"game": "32y544mjmhax"}, "no_clock": {"game": "s6xdur54cisb", "tokens": {"g": "R_22znNd7PHns0ZCxMDLmAQsN604q0fv", "s": "49g1XLlTT5FRdg8q5d23MXPUyOT5F5v5"}}, "handicap": {"game": "npw4hbepj2s5", "tokens": {"g": "PUdvSm3GzrO5fRK4p1Ko6M1H-5wpMWsU", "s": "mjpMNXqrJoeWmEbjc_NQjgKUyY5koBsM"}}, "waiting": {"game": "5esgbkkn6ix7", "tokens": {"g": "gXmyuRwlS2jIU5IF0Sl3LtFgHSg8B-GD", "s": "yT2lIXxuhcDi4r1zOaUq86iF4JhvfqYf"}}, "bot": {"game": "4ekj8s2w4std", "tokens": {"g": "cugd0DlYCwHc86lkblfmNI6bLTdaC9Mi"}}, "imported": {"game": "xed8icyvngda"}}
BEGIN TRANSACTION;
CREATE TABLE facts (
	name VARCHAR(40) NOT NULL, 
	value VARCHAR(200) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "facts" VALUES('schema','1');
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	created FLOAT NOT NULL, 
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
	turn_began FLOAT, 
	review JSON, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('2cuvjf7gbmud',1.794946307034810543e+09,'playing','human','Ann','5d84ba0600d5ebed73065f0320be5cb060845ba11d00e606d9c6596f94b81ce8',1,'human','Bob','ea55c7d255ef1bed3c14659e2dd272e05a8c1f0fd4da73eb1c5da1515fa1f1db',1,'10m/10m',NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                    E          HHDCM CD RRRRRRRR]','{"steps": ["ee7s"], "undone": ["ee6s"], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',1.79494630708322548866e+09,'null');
INSERT INTO "games" VALUES('32y544mjmhax',1794946307.08753,'over','human','Gold','d764ca13be046ef75c725026fcabb51617e5c72c94f2b58c669078a1afb5cf5c',1,'human','Silver','308cb2706e1d8360ec873b6789f553548792bb7e4d489ee72bbdb9f9c8234a2f',1,'10m/10m',NULL,'null','',0,'null','s','r','',4,'g [rrrrrrrrhdcmecd        h            E           HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',NULL,'null');
INSERT INTO "games" VALUES('s6xdur54cisb',1.79494630710788822171e+09,'playing','human','Gold','a875818dae66c771f2e76213b347a0ce2cf7c60f7c9f775f85bbbdc66be2b53f',1,'human','Silver','71a2c4967015032ec38e5515a3c9fc94eb532d41808c7365a4287d624e5a502d',1,NULL,NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                            E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',1.79494630712259602544e+09,'null');
INSERT INTO "games" VALUES('npw4hbepj2s5',1.79494630712561392777e+09,'playing','human','Gold','b4a26f0e69ddc2e65e6423d4007f73447ebeb5a0cd07307a6785768526ac72cf',1,'human','Silver','9ad209e55f8a7df213b574942d9787ec65f84e33ead27595ecb4ed4d6fed0926',1,NULL,'g [rrrddrrrrhcmechr                                R CMECHRRRRDDRRR]','{"g": "H", "s": ""}','',0,'null',NULL,NULL,'',1,'s [rrrddrrrrhcmechr                            E   R CM CHRRRRDDRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',1.79494630713438034054e+09,'null');
INSERT INTO "games" VALUES('5esgbkkn6ix7',1.79494630713802385329e+09,'waiting','human','Gold','95e19eb68e50fdff77b6a57b7fba8b52211afe36cbd17e587430c0683b192f7e',1,'human','Silver','7780468c921267f1fbbbe2d81ed93364bf39ef32df9c7bdf2e2c3f97066d23b4',0,NULL,NULL,'null','',0,'null',NULL,NULL,'',0,'g [                                                                ]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',NULL,'null');
INSERT INTO "games" VALUES('4ekj8s2w4std',1.79494630714357662195e+09,'playing','human','Gold','a0b48c26ef1a177ce6dabdaa9e6ab5e2341c59840f1468c2da461414bc7abe21',1,'random','random',NULL,0,NULL,NULL,'null','',0,'null',NULL,NULL,'',4,'g [rhrmced r rrrhcr  d    r                    E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',1.79494630721828770641e+09,'null');
INSERT INTO "games" VALUES('xed8icyvngda',1740787200.0,'over','human','Ann',NULL,1,'human','Bob',NULL,1,NULL,NULL,'null','Club evening',1,'{"Event": "Club evening", "Gold": "Ann", "Silver": "Bob", "GoldRating": "1700", "SilverRating": "1650", "Date": "2025.03.01", "Result": "1-0", "Termination": "Resignation"}',NULL,NULL,'',5,'s [rrrrrrrrhdcm cdh            e   H   E            DCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}',NULL,'null');
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
INSERT INTO "nodes" VALUES('2cuvjf7gbmud',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.003] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('2cuvjf7gbmud',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.002] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('2cuvjf7gbmud',3,2,0,'2g','Ee2n Ee3n Hh2n','','["[%emt 0:00:00.003] [%clk 0:19:59.997]"]',1);
INSERT INTO "nodes" VALUES('32y544mjmhax',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.001] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('32y544mjmhax',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.001] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('32y544mjmhax',3,2,0,'2g','Ee2n Ee3n','','["[%emt 0:00:00.002] [%clk 0:19:59.998]"]',1);
INSERT INTO "nodes" VALUES('32y544mjmhax',4,3,0,'2s','hh7s','','["[%emt 0:00:00.002] [%clk 0:19:59.998]"]',1);
INSERT INTO "nodes" VALUES('s6xdur54cisb',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('s6xdur54cisb',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('s6xdur54cisb',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('npw4hbepj2s5',1,0,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('4ekj8s2w4std',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('4ekj8s2w4std',2,1,0,'1s','ra7 db7 rc7 rd7 re7 hf7 cg7 rh7 ra8 hb8 rc8 md8 ce8 ef8 dg8 rh8','','["[%emt 0:00:00]"]',1);
INSERT INTO "nodes" VALUES('4ekj8s2w4std',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('4ekj8s2w4std',4,3,0,'2s','db7s db6e rh7s rh8s','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('xed8icyvngda',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','[]',1);
INSERT INTO "nodes" VALUES('xed8icyvngda',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','[]',1);
INSERT INTO "nodes" VALUES('xed8icyvngda',3,2,0,'2g','Ee2n Ee3n','','["A good start."]',1);
INSERT INTO "nodes" VALUES('xed8icyvngda',4,3,0,'2s','ee7s ee6s','','[]',1);
INSERT INTO "nodes" VALUES('xed8icyvngda',5,4,0,'3g','Ha2n Ha3n','','[]',1);
CREATE INDEX games_by_state ON games (state);
CREATE INDEX games_newest_first ON games (created);
COMMIT;
