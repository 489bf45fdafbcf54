-- Made by gajah 0.1.0 as it was on 2026-11-17 (d26bea1), on SQLite. Games and secrets of their seats:
-- {"under_way": {"game": "zsu3r32pjrk3", "tokens": {"g": "M87wTupNkoAvX8qKjte-4KnsZjyvwfQX", "s": "lfDjosuRLxUHNPqpkPJnOfepIH1DGSWF"}}, "resigned": {"game": "q9oroi2ezz49"}, "no_clock": {"game": "n6wg7grtu8b7", "tokens": {"g": "Nh2pm9luXUxKyl5V0YKg1dhnE6wZVeaG", "s": "QJdZ6-vICxbB-Ix-4a7eiiMq98dFebJY"}}, "handicap": {"game": "f72ko6kzv8ay", "tokens": {"g": "3qqZlsCfqvGZGX6e2KTtMNK_Nl0UiQss", "s": "E1vr1kTmEwuIYW9FXFdqFXmVd4n2jw41"}}, "waiting": {"game": "bpft4yhdhmxj", "tokens": {"g": "Hn4UzyF8DcwCjwdEk7YKaXd77n56BYt-", "s": "msWsJk7cAQkqTZJX9meSzwcff29Y1lCK"}}, "bot": {"game": "se7s5qpi2xpf", "tokens": {"g": "Wv7J0bp1lFyMt4u-wc_RJiQJKDqFAjgv"}}, "imported": {"game": "d9zqa2dyms5d"}}
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
INSERT INTO "games" VALUES('zsu3r32pjrk3',1.79494634893417811388e+09,'playing','human','Ann','0737ae691c3435ae8403a3f63987c2e9cd3b7476e80167858930934edda66ef5',1,'human','Bob','fbee4582474810b96b99d14fe49a8390f2781abf4f3c0e281a1038f59ebcfb52',1,'10m/10m',NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                    E          HHDCM CD RRRRRRRR]','{"steps": ["ee7s"], "undone": ["ee6s"], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',2.58169778004230465739e-01,'null');
INSERT INTO "games" VALUES('q9oroi2ezz49',1.79494634909190869335e+09,'over','human','Gold','9c8c9a3014c3cbb49cf307b1fe280489ba0705b4b8bce952092e5c47ed10d60e',1,'human','Silver','41a72d45619439e7782980132a283a1d294b048095cb8ffe80eb17c2bc5ac320',1,'10m/10m',NULL,'null','',0,'null','s','r','',4,'g [rrrrrrrrhdcmecd        h            E           HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": {"g": 1799.992, "s": 1799.954}, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
INSERT INTO "games" VALUES('n6wg7grtu8b7',1.79494634925206613543e+09,'playing','human','Gold','ce180e6696fca7d3d20042c6be1cad9076dadb36d5c69ae29990321f75bc3ddb',1,'human','Silver','822b8201fdf3a28d58e5d93b12caefee81ce5d5fdad319b5b005a4ddbd8b5928',1,NULL,NULL,'null','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                            E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',4.88070059982419479638e-01,'null');
INSERT INTO "games" VALUES('f72ko6kzv8ay',1.79494634931900501253e+09,'playing','human','Gold','4c83c2136fe6e0193082989677f4b8a7756a424aa25372bd8bd88dcd58ebb08b',1,'human','Silver','4e29a70a7b0c76c000c3c7c9cde89454c008740164f3741a1ba28a61a4d948f1',1,NULL,NULL,'{"g": "H", "s": ""}','',0,'null',NULL,NULL,'',3,'s [rrrrrrrrhdcmecdh                            E   HDCM CD RRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',5.550924289709655568e-01,'null');
INSERT INTO "games" VALUES('bpft4yhdhmxj',1.79494634938466548915e+09,'waiting','human','Gold','5f3677d78e3df74326a663dcbb3dfa7b967e5b5603410674134120b8b28b9b5d',1,'human','Silver','236baf6167197433a2feec6a7fa7d4a03e1ec5d61e97e7bc0f8dd27e7ed3e663',0,NULL,NULL,'null','',0,'null',NULL,NULL,'',0,'g [                                                                ]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
INSERT INTO "games" VALUES('se7s5qpi2xpf',1.7949463493925902843e+09,'playing','human','Gold','a00257dd564d4b299ef86f15b46b55909bc906d546132331c8bc1c1245abeced',1,'random','random',NULL,0,NULL,NULL,'null','',0,'null',NULL,NULL,'',4,'g [rrh ddrrcrrmhe r    r c                     E   HDCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',0.662827905965969,'null');
INSERT INTO "games" VALUES('d9zqa2dyms5d',1740787200.0,'over','human','Ann',NULL,1,'human','Bob',NULL,1,NULL,NULL,'null','Club evening',1,'{"Event": "Club evening", "Gold": "Ann", "Silver": "Bob", "GoldRating": "1700", "SilverRating": "1650", "Date": "2025.03.01", "Result": "1-0", "Termination": "Resignation"}','g',NULL,'',5,'s [rrrrrrrrhdcm cdh            e   H   E            DCM CDHRRRRRRRR]','{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null, "left": null, "plan": null, "no_engine": false, "paused": false, "turn_s": null}',NULL,'null');
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
INSERT INTO "nodes" VALUES('zsu3r32pjrk3',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.045] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('zsu3r32pjrk3',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.002] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('zsu3r32pjrk3',3,2,0,'2g','Ee2n Ee3n Hh2n','','["[%emt 0:00:00.046] [%clk 0:19:59.954]"]',1);
INSERT INTO "nodes" VALUES('q9oroi2ezz49',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.002] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('q9oroi2ezz49',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.042] [%clk 0:10:00]"]',1);
INSERT INTO "nodes" VALUES('q9oroi2ezz49',3,2,0,'2g','Ee2n Ee3n','','["[%emt 0:00:00.005] [%clk 0:19:59.995]"]',1);
INSERT INTO "nodes" VALUES('q9oroi2ezz49',4,3,0,'2s','hh7s','','["[%emt 0:00:00.046] [%clk 0:19:59.954]"]',1);
INSERT INTO "nodes" VALUES('n6wg7grtu8b7',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('n6wg7grtu8b7',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.042]"]',1);
INSERT INTO "nodes" VALUES('n6wg7grtu8b7',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.005]"]',1);
INSERT INTO "nodes" VALUES('f72ko6kzv8ay',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('f72ko6kzv8ay',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','["[%emt 0:00:00.043]"]',1);
INSERT INTO "nodes" VALUES('f72ko6kzv8ay',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.004]"]',1);
INSERT INTO "nodes" VALUES('se7s5qpi2xpf',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','["[%emt 0:00:00.002]"]',1);
INSERT INTO "nodes" VALUES('se7s5qpi2xpf',2,1,0,'1s','ca7 rb7 rc7 md7 re7 ef7 cg7 rh7 ra8 rb8 hc8 dd8 he8 df8 rg8 rh8','','["[%emt 0:00:00]"]',1);
INSERT INTO "nodes" VALUES('se7s5qpi2xpf',3,2,0,'2g','Ee2n','','["[%emt 0:00:00.042]"]',1);
INSERT INTO "nodes" VALUES('se7s5qpi2xpf',4,3,0,'2s','re7s cg7s he8s dd8e','','["[%emt 0:00:00.001]"]',1);
INSERT INTO "nodes" VALUES('d9zqa2dyms5d',1,0,0,'1g','Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2','','[]',1);
INSERT INTO "nodes" VALUES('d9zqa2dyms5d',2,1,0,'1s','ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7','','[]',1);
INSERT INTO "nodes" VALUES('d9zqa2dyms5d',3,2,0,'2g','Ee2n Ee3n','','["A good start."]',1);
INSERT INTO "nodes" VALUES('d9zqa2dyms5d',4,3,0,'2s','ee7s ee6s','','[]',1);
INSERT INTO "nodes" VALUES('d9zqa2dyms5d',5,4,0,'3g','Ha2n Ha3n','','[]',1);
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
