-- Made by gajah 0.1.0 as it was on 2026-11-15 (39c4b53), on PostgreSQL. Games and secrets of their seats:
-- {"under_way": {"game": "o5hy8ju38nf2", "tokens": {"g": "vzPVSjT19znnVe20G97W-oBm87h4uGPR", "s": "1X0QsktdIm_6vgmgT12GFxSoHed9_oAz"}}, "resigned": {"game": "rgxoe2z8ofzz"}, "no_clock": {"game": "zwxtuauffjpj", "tokens": {"g": "fiBPYYKv65ShrFn00M1hfkJujbtIp_TX", "s": "1ToCzDig_8CO5T1LwufCWfgXdWqupFmE"}}, "handicap": {"game": "acmspgn7suhx", "tokens": {"g": "x0FfTz9R2zPb4W2HvOEtpLaCnuJF18pj", "s": "m7LInKhJT4uXZrhLFQemYBwCBVdAFOEd"}}, "waiting": {"game": "wzs8kyuzeic2", "tokens": {"g": "DSlYIfhuACA6UJ2a2xEAdA-1V7ZcC4xC", "s": "_ka3msUI74l6D8D_GFCo2fquJJDR3uaM"}}, "bot": {"game": "2jzsso3fra5s", "tokens": {"g": "T5es9YDScnQeSTKKEKiULAHVeobaC8CV"}}, "imported": {"game": "6pg8nyvyug5m"}}
CREATE TABLE public.facts (
    name character varying(40) NOT NULL,
    value character varying(200) NOT NULL
);
CREATE TABLE public.games (
    id character varying(24) NOT NULL,
    created double precision NOT NULL,
    state character varying(8) NOT NULL,
    gold_player character varying(80) NOT NULL,
    gold_name character varying(200) NOT NULL,
    gold_token character varying(64),
    gold_taken boolean NOT NULL,
    silver_player character varying(80) NOT NULL,
    silver_name character varying(200) NOT NULL,
    silver_token character varying(64),
    silver_taken boolean NOT NULL,
    control character varying(200),
    start character varying(200),
    handicap json,
    event character varying(200) NOT NULL,
    imported boolean NOT NULL,
    tags json,
    winner character varying(1),
    reason character varying(1),
    detail text NOT NULL,
    turn_count integer NOT NULL,
    "position" character varying(200) NOT NULL,
    draft json,
    turn_began double precision,
    review json
);
CREATE TABLE public.nodes (
    game_id character varying(24) NOT NULL,
    id integer NOT NULL,
    parent integer,
    rank integer NOT NULL,
    label character varying(10) NOT NULL,
    turn character varying(200) NOT NULL,
    glyphs character varying(80) NOT NULL,
    comments json NOT NULL,
    played boolean NOT NULL
);
INSERT INTO public.facts VALUES ('schema', '1');
INSERT INTO public.games VALUES ('acmspgn7suhx', 1794946310.6735773, 'playing', 'human', 'Gold', '2d4ac2835fc083786816abb4f0df5d2d1e72838e26563cbff15b06cbdf40972f', true, 'human', 'Silver', 'fc4e44a1b085776c9c856827b4d0510623739391c2a5b4dc8fcf818d56347a89', true, NULL, 'g [rrrddrrrrhcmechr                                R CMECHRRRRDDRRR]', '{"g": "H", "s": ""}', '', false, 'null', NULL, NULL, '', 1, 's [rrrddrrrrhcmechr                            E   R CM CHRRRRDDRRR]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', 1794946310.6964736, 'null');
INSERT INTO public.games VALUES ('wzs8kyuzeic2', 1794946310.7005773, 'waiting', 'human', 'Gold', 'd602f6c3839351b43fb3666e3c68cc53eb8c74c475a644cceaf789ecaecc40f0', true, 'human', 'Silver', 'ef7f594b8547894637fe6adb7f55847477e2b697ca26d39041ee49cb5feb3240', false, NULL, NULL, 'null', '', false, 'null', NULL, NULL, '', 0, 'g [                                                                ]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', NULL, 'null');
INSERT INTO public.games VALUES ('rgxoe2z8ofzz', 1794946310.6197286, 'over', 'human', 'Gold', 'b730aa6bf61f123b63c6abe5adf9595e7529c0a6e51514897bf23a9b80eea8f1', true, 'human', 'Silver', 'abc8bd6575a88ea173dc871cb61becab1dd9f03f8fed736cbd95789a783ab3ce', true, '10m/10m', NULL, 'null', '', false, 'null', 's', 'r', '', 4, 'g [rrrrrrrrhdcmecd        h            E           HDCM CDHRRRRRRRR]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', NULL, 'null');
INSERT INTO public.games VALUES ('o5hy8ju38nf2', 1794946310.5507445, 'playing', 'human', 'Ann', 'b96d093bafcf5e0fbf4bab29ef2738ec5c1a068281021179406d748af0bbf04a', true, 'human', 'Bob', '650f0bcdb48c793c19072d24f5ca34815f24b4868445f76aa1c65c7d79ebee7d', true, '10m/10m', NULL, 'null', '', false, 'null', NULL, NULL, '', 3, 's [rrrrrrrrhdcmecdh                    E          HHDCM CD RRRRRRRR]', '{"steps": ["ee7s"], "undone": ["ee6s"], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', 1794946310.6130128, 'null');
INSERT INTO public.games VALUES ('zwxtuauffjpj', 1794946310.6488218, 'playing', 'human', 'Gold', 'ce9a6fc7a34153533122f4e84a537c697de904433774f7a7bed911e2f01534a3', true, 'human', 'Silver', 'a8c655dc31e46c731e470515053fc9dcb256fbca1b074ba996c33b89e1972843', true, NULL, NULL, 'null', '', false, 'null', NULL, NULL, '', 3, 's [rrrrrrrrhdcmecdh                            E   HDCM CDHRRRRRRRR]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', 1794946310.6695094, 'null');
INSERT INTO public.games VALUES ('2jzsso3fra5s', 1794946310.710115, 'playing', 'human', 'Gold', 'b94e115a597b8210bbd0340ee3a62c9267ffb1d404c83a551dcca81c4acc4d63', true, 'random', 'random', NULL, false, NULL, NULL, 'null', '', false, 'null', NULL, NULL, '', 4, 'g [rhrrrerdmrcdh cr    r                       E   HDCM CDHRRRRRRRR]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', 1794946310.7260437, 'null');
INSERT INTO public.games VALUES ('6pg8nyvyug5m', 1740787200, 'over', 'human', 'Ann', NULL, true, 'human', 'Bob', NULL, true, NULL, NULL, 'null', 'Club evening', true, '{"Event": "Club evening", "Gold": "Ann", "Silver": "Bob", "GoldRating": "1700", "SilverRating": "1650", "Date": "2025.03.01", "Result": "1-0", "Termination": "Resignation"}', NULL, NULL, '', 5, 's [rrrrrrrrhdcm cdh            e   H   E            DCM CDHRRRRRRRR]', '{"steps": [], "undone": [], "setup": null, "takeback_by": null, "rematch_by": null, "rematch": null}', NULL, 'null');
INSERT INTO public.nodes VALUES ('o5hy8ju38nf2', 1, 0, 0, '1g', 'Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2', '', '["[%emt 0:00:00.006] [%clk 0:10:00]"]', true);
INSERT INTO public.nodes VALUES ('o5hy8ju38nf2', 2, 1, 0, '1s', 'ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7', '', '["[%emt 0:00:00.003] [%clk 0:10:00]"]', true);
INSERT INTO public.nodes VALUES ('o5hy8ju38nf2', 3, 2, 0, '2g', 'Ee2n Ee3n Hh2n', '', '["[%emt 0:00:00.004] [%clk 0:19:59.996]"]', true);
INSERT INTO public.nodes VALUES ('rgxoe2z8ofzz', 1, 0, 0, '1g', 'Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2', '', '["[%emt 0:00:00.002] [%clk 0:10:00]"]', true);
INSERT INTO public.nodes VALUES ('rgxoe2z8ofzz', 2, 1, 0, '1s', 'ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7', '', '["[%emt 0:00:00.002] [%clk 0:10:00]"]', true);
INSERT INTO public.nodes VALUES ('rgxoe2z8ofzz', 3, 2, 0, '2g', 'Ee2n Ee3n', '', '["[%emt 0:00:00.003] [%clk 0:19:59.997]"]', true);
INSERT INTO public.nodes VALUES ('rgxoe2z8ofzz', 4, 3, 0, '2s', 'hh7s', '', '["[%emt 0:00:00.003] [%clk 0:19:59.997]"]', true);
INSERT INTO public.nodes VALUES ('zwxtuauffjpj', 1, 0, 0, '1g', 'Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2', '', '["[%emt 0:00:00.002]"]', true);
INSERT INTO public.nodes VALUES ('zwxtuauffjpj', 2, 1, 0, '1s', 'ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7', '', '["[%emt 0:00:00.002]"]', true);
INSERT INTO public.nodes VALUES ('zwxtuauffjpj', 3, 2, 0, '2g', 'Ee2n', '', '["[%emt 0:00:00.003]"]', true);
INSERT INTO public.nodes VALUES ('acmspgn7suhx', 1, 0, 0, '2g', 'Ee2n', '', '["[%emt 0:00:00.004]"]', true);
INSERT INTO public.nodes VALUES ('2jzsso3fra5s', 1, 0, 0, '1g', 'Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2', '', '["[%emt 0:00:00.002]"]', true);
INSERT INTO public.nodes VALUES ('2jzsso3fra5s', 2, 1, 0, '1s', 'ma7 rb7 cc7 rd7 de7 hf7 cg7 rh7 ra8 hb8 rc8 rd8 re8 ef8 rg8 dh8', '', '["[%emt 0:00:00]"]', true);
INSERT INTO public.nodes VALUES ('2jzsso3fra5s', 3, 2, 0, '2g', 'Ee2n', '', '["[%emt 0:00:00.003]"]', true);
INSERT INTO public.nodes VALUES ('2jzsso3fra5s', 4, 3, 0, '2s', 'rd7s rd6e de7w hf7w', '', '["[%emt 0:00:00.001]"]', true);
INSERT INTO public.nodes VALUES ('6pg8nyvyug5m', 1, 0, 0, '1g', 'Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2', '', '[]', true);
INSERT INTO public.nodes VALUES ('6pg8nyvyug5m', 2, 1, 0, '1s', 'ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7', '', '[]', true);
INSERT INTO public.nodes VALUES ('6pg8nyvyug5m', 3, 2, 0, '2g', 'Ee2n Ee3n', '', '["A good start."]', true);
INSERT INTO public.nodes VALUES ('6pg8nyvyug5m', 4, 3, 0, '2s', 'ee7s ee6s', '', '[]', true);
INSERT INTO public.nodes VALUES ('6pg8nyvyug5m', 5, 4, 0, '3g', 'Ha2n Ha3n', '', '[]', true);
ALTER TABLE ONLY public.facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (game_id, id);
CREATE INDEX games_by_state ON public.games USING btree (state);
CREATE INDEX games_newest_first ON public.games USING btree (created);
