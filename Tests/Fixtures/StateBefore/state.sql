PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE bot (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  path TEXT UNIQUE,
  lastNumber INTEGER NOT NULL DEFAULT 0
, shownName TEXT, diskBytes INTEGER) STRICT;
INSERT INTO bot VALUES(1,'full',NULL,1,'Example',50515968);
INSERT INTO bot VALUES(2,'plain',NULL,1,'plain',50520064);
INSERT INTO bot VALUES(3,'local-plain','/captured/plain',1,'plain',50548736);
CREATE TABLE integration (
  id INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  number INTEGER NOT NULL,
  branch TEXT NOT NULL,
  revision TEXT,
  queued INTEGER NOT NULL,
  started INTEGER NOT NULL,
  ended INTEGER,
  process INTEGER NOT NULL,
  result TEXT,
  reason TEXT,
  reported INTEGER NOT NULL DEFAULT 0,
  subject TEXT,
  author TEXT,
  email TEXT,
  committed INTEGER,
  changes INTEGER NOT NULL DEFAULT 0,
  toolchain TEXT,
  configuration TEXT,
  clean INTEGER NOT NULL DEFAULT 0,
  seconds REAL,
  linesExecutable INTEGER,
  linesExecuted INTEGER,
  linesPartial INTEGER,
  comparedWith INTEGER, selection TEXT, turn INTEGER, source TEXT, queueReason TEXT, attempt INTEGER NOT NULL DEFAULT 0, integrator INTEGER, integratorStarted INTEGER, canceling TEXT, canceledByHand INTEGER NOT NULL DEFAULT 0, settled INTEGER NOT NULL DEFAULT 1, pinned INTEGER NOT NULL DEFAULT 0, sentence TEXT, testsPassed INTEGER, testsFailed INTEGER, testsCrashed INTEGER, testsTimedOut INTEGER, testsSkipped INTEGER, testsExpected INTEGER, testsNotRun INTEGER,
  UNIQUE (bot, number)
) STRICT;
INSERT INTO integration VALUES(1,2,1,'main','399bba553ae1d73296e57999e216bf9eca3aae49',1795211217839,1795211217865,1795211226599,17991,'succeeded','1 test passed',1,'Make the sounds of pets','Ada','ada@example.org',1793613600000,0,'Swift 6.3.1 (x86_64-unknown-linux-gnu)','debug',0,8.7334669999999992029,1,1,1,NULL,NULL,1,'commit','The branch main is new',0,18020,314461,NULL,0,1,0,'1 test passed. Every line ran.',1,0,0,0,0,0,0);
INSERT INTO integration VALUES(2,1,1,'main','ddcd765b4d9c445d86608c343a5b2b2be648ec50',1795211226860,1795211226880,1795211235820,17991,'succeeded','1 test passed',1,'Make the sounds of pets','Ada','ada@example.org',1793613600000,0,'Swift 6.3.1 (x86_64-unknown-linux-gnu)','debug',0,8.9394799999999996487,1,1,1,NULL,'filter 4:cats skip 8:SlowCats',2,'manual','Asked for by hand: the branch main is new',0,18741,315362,NULL,0,1,0,'1 test passed. Every line ran.',1,0,0,0,0,0,0);
INSERT INTO integration VALUES(3,3,1,'main','9700541ccb2fc6dd32edea0b2d1509728bafce81',1795211236154,1795211236175,1795211244182,19517,'succeeded','1 test passed',1,'Let it bark again','Ada','ada@example.org',1793613600000,0,'Swift 6.3.1 (x86_64-unknown-linux-gnu)','debug',0,8.0061540000000004368,1,1,1,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0,1,0,'1 test passed. Every line ran.',1,0,0,0,0,0,0);
CREATE TABLE phase (
  integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (integration, position)
) STRICT, WITHOUT ROWID;
INSERT INTO phase VALUES(1,0,'checkout','passed',0.028470999999999999779);
INSERT INTO phase VALUES(1,1,'resolve','passed',0.99990299999999998625);
INSERT INTO phase VALUES(1,2,'build','passed',7.5881080000000000751);
INSERT INTO phase VALUES(1,3,'test','passed',0.076147000000000006347);
INSERT INTO phase VALUES(1,4,'report','passed',0.0350400000000000017);
INSERT INTO phase VALUES(2,0,'checkout','passed',0.037458999999999999241);
INSERT INTO phase VALUES(2,1,'resolve','passed',0.65816099999999999603);
INSERT INTO phase VALUES(2,2,'build','passed',8.1464920000000002886);
INSERT INTO phase VALUES(2,3,'test','passed',0.061769999999999998518);
INSERT INTO phase VALUES(2,4,'report','passed',0.025632999999999999535);
INSERT INTO phase VALUES(3,0,'checkout','passed',0.015209999999999999562);
INSERT INTO phase VALUES(3,1,'resolve','passed',0.64556700000000000194);
INSERT INTO phase VALUES(3,2,'build','passed',7.3087189999999999656);
INSERT INTO phase VALUES(3,3,'test','passed',0.02891499999999999973);
INSERT INTO phase VALUES(3,4,'report','passed',0.0018010000000000000834);
CREATE TABLE test (
  id INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  name TEXT NOT NULL,
  library TEXT NOT NULL,
  target TEXT NOT NULL,
  UNIQUE (bot, name)
) STRICT;
INSERT INTO test VALUES(1,2,'PetsTests.cats()','swift-testing','PetsTests');
INSERT INTO test VALUES(2,1,'PetsTests.cats()','swift-testing','PetsTests');
INSERT INTO test VALUES(3,3,'PetsTests.cats()','swift-testing','PetsTests');
CREATE TABLE outcome (
  integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
  test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  seconds REAL,
  PRIMARY KEY (integration, test)
) STRICT, WITHOUT ROWID;
INSERT INTO outcome VALUES(1,1,'passed',0.00023000000000000000695);
INSERT INTO outcome VALUES(2,2,'passed',0.00075500000000000002872);
INSERT INTO outcome VALUES(3,3,'passed',0.00030499999999999998683);
CREATE TABLE failure (
  integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
  test INTEGER NOT NULL REFERENCES test ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  known INTEGER NOT NULL,
  message TEXT NOT NULL,
  file TEXT,
  line INTEGER,
  "column" INTEGER,
  PRIMARY KEY (integration, test, position)
) STRICT;
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  target TEXT NOT NULL,
  path TEXT NOT NULL,
  UNIQUE (bot, target, path)
) STRICT;
INSERT INTO file VALUES(1,2,'Pets','Sources/Pets/Pets.swift');
INSERT INTO file VALUES(2,1,'Pets','Sources/Pets/Pets.swift');
INSERT INTO file VALUES(3,3,'Pets','Sources/Pets/Pets.swift');
CREATE TABLE coverage (
  integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
  file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
  linesExecutable INTEGER NOT NULL,
  linesExecuted INTEGER NOT NULL,
  linesPartial INTEGER NOT NULL,
  regions INTEGER NOT NULL,
  regionsExecuted INTEGER NOT NULL,
  functions INTEGER NOT NULL,
  functionsExecuted INTEGER NOT NULL,
  PRIMARY KEY (integration, file)
) STRICT, WITHOUT ROWID;
INSERT INTO coverage VALUES(1,1,1,1,1,3,2,1,1);
INSERT INTO coverage VALUES(2,2,1,1,1,3,2,1,1);
INSERT INTO coverage VALUES(3,3,1,1,1,3,2,1,1);
CREATE TABLE issue (
  id INTEGER PRIMARY KEY,
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  branch TEXT NOT NULL,
  identity TEXT NOT NULL,
  since INTEGER NOT NULL,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  target TEXT,
  test TEXT,
  UNIQUE (bot, branch, identity, since)
) STRICT;
CREATE TABLE judgement (
  integration INTEGER NOT NULL REFERENCES integration ON DELETE CASCADE,
  issue INTEGER NOT NULL REFERENCES issue ON DELETE CASCADE,
  list TEXT NOT NULL,
  position INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  file TEXT,
  line INTEGER,
  PRIMARY KEY (integration, issue)
) STRICT, WITHOUT ROWID;
CREATE TABLE watched (
  bot INTEGER PRIMARY KEY REFERENCES bot ON DELETE CASCADE,
  settings TEXT NOT NULL,
  pausedSince INTEGER,
  pauseReason TEXT,
  toolchain TEXT,
  lastTick INTEGER,
  lastSkip TEXT,
  retired INTEGER
) STRICT;
INSERT INTO watched VALUES(1,'{"actions":["test"],"branches":["main"],"buildArguments":["-Xswiftc","-DCI"],"cleaning":"never","configuration":"debug","coverage":{"enabled":true,"exclude":["Sources\/Generated\/**"]},"environment":{"LANG":"C.UTF-8"},"integrate":"latest","keep":{"archives":20,"days":365,"integrations":200},"limits":{"logMegabytes":64,"minutes":60,"silentMinutes":15},"name":"Example","package":".","paths":["Sources\/**","!docs\/**"],"repository":"\/captured\/bots\/..\/full","schedule":{"atMinute":150,"every":"week","on":"periodic","onToolchainUpgrade":true,"onlyIfChanged":false,"timeZone":"Europe\/Berlin","weekday":"monday"},"secrets":["DEPLOY_TOKEN"],"tests":{"filters":["cats"],"skips":["SlowCats"],"timeoutSeconds":60},"toolchain":"\/usr\/local\/swift\/bin","triggers":[{"act":{"before":{"script":".\/scripts\/prepare.sh"}},"timeoutSeconds":120,"when":[]},{"act":{"after":{"script":".\/scripts\/publish.sh"}},"timeoutSeconds":600,"when":["succeeded","test-failures","build-errors","build-warnings","analyzer-warnings"]},{"act":{"email":{"committers":false,"report":"new-issues","to":["team@example.org"]}},"timeoutSeconds":600,"when":[]},{"act":{"webhook":{"url":"http:\/\/127.0.0.1:9000\/hook"}},"timeoutSeconds":600,"when":["test-failures"]}]}',NULL,NULL,'Swift 6.3.1 (swift-6.3.1-RELEASE)',1794792600000,NULL,NULL);
INSERT INTO watched VALUES(2,'{"actions":["test"],"branches":[],"buildArguments":[],"cleaning":"never","configuration":"debug","coverage":{"enabled":true,"exclude":[]},"environment":{},"integrate":"latest","keep":{"archives":20,"days":365,"integrations":7},"limits":{"logMegabytes":64,"minutes":60,"silentMinutes":15},"name":"plain","package":".","paths":[],"repository":"\/captured\/bots\/..\/plain","schedule":{"on":"commit","onToolchainUpgrade":true,"onlyIfChanged":true},"secrets":[],"tests":{"filters":[],"skips":[],"timeoutSeconds":300},"triggers":[]}',1795211236040,'by hand','Swift 6.3.1 (swift-6.3.1-RELEASE)',NULL,NULL,NULL);
CREATE TABLE pause (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  since INTEGER NOT NULL,
  reason TEXT
) STRICT;
CREATE TABLE tip (
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  branch TEXT NOT NULL,
  revision TEXT NOT NULL,
  seen INTEGER NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (bot, branch)
) STRICT, WITHOUT ROWID;
INSERT INTO tip VALUES(1,'main','ddcd765b4d9c445d86608c343a5b2b2be648ec50',1795211226860,0);
INSERT INTO tip VALUES(2,'main','9700541ccb2fc6dd32edea0b2d1509728bafce81',1795211236093,0);
CREATE TABLE pending (
  turn INTEGER PRIMARY KEY AUTOINCREMENT,
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  branch TEXT NOT NULL,
  revision TEXT NOT NULL,
  source TEXT NOT NULL,
  reason TEXT NOT NULL,
  queued INTEGER NOT NULL,
  clean INTEGER NOT NULL,
  repeated INTEGER NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO pending VALUES(3,2,'main','d07b9300b2fc03674d8ad41a3a996a90bb18ef0b','manual','Asked for by hand',1795211236067,0,0,0);
INSERT INTO pending VALUES(4,2,'main','9700541ccb2fc6dd32edea0b2d1509728bafce81','commit','1 new commit on main',1795211236093,0,0,0);
CREATE TABLE seen (
  bot INTEGER NOT NULL REFERENCES bot ON DELETE CASCADE,
  branch TEXT NOT NULL,
  revision TEXT NOT NULL,
  seen INTEGER NOT NULL,
  passed INTEGER NOT NULL DEFAULT 0,
  turn INTEGER,
  number INTEGER,
  leaving TEXT,
  reason TEXT,
  PRIMARY KEY (bot, branch, revision),
  CHECK ((turn IS NOT NULL) + (number IS NOT NULL) + (leaving IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;
INSERT INTO seen VALUES(1,'main','ddcd765b4d9c445d86608c343a5b2b2be648ec50',1795211226860,0,NULL,1,NULL,NULL);
INSERT INTO seen VALUES(2,'main','399bba553ae1d73296e57999e216bf9eca3aae49',1795211217839,0,NULL,1,NULL,NULL);
INSERT INTO seen VALUES(2,'main','9700541ccb2fc6dd32edea0b2d1509728bafce81',1795211236093,0,4,NULL,NULL,NULL);
INSERT INTO seen VALUES(2,'main','d07b9300b2fc03674d8ad41a3a996a90bb18ef0b',1795211236067,0,3,NULL,NULL,NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('pending',4);
CREATE INDEX integrationByBranch ON integration (bot, branch, number);
CREATE INDEX integrationRunning ON integration (bot, number) WHERE result IS NULL;
CREATE INDEX outcomeByTest ON outcome (test, integration);
CREATE INDEX failureByTest ON failure (test);
CREATE INDEX coverageByFile ON coverage (file, integration);
CREATE INDEX judgementByIssue ON judgement (issue);
CREATE INDEX integrationReported ON integration (bot, branch, number) WHERE reported = 1;
CREATE INDEX integrationMeasured ON integration (bot, branch, number)
  WHERE linesExecutable IS NOT NULL;
CREATE INDEX integrationOpen ON integration (bot, number) WHERE settled = 0;
CREATE INDEX pendingByBot ON pending (bot);
CREATE INDEX seenByTurn ON seen (turn) WHERE turn IS NOT NULL;
CREATE INDEX seenByNumber ON seen (bot, number) WHERE number IS NOT NULL;
CREATE INDEX outcomeFailing ON outcome (integration, test)
  WHERE outcome IN ('failed', 'crashed', 'timed-out');
CREATE INDEX integrationGreen ON integration (bot, number)
  WHERE result IN ('succeeded', 'warnings', 'analyzer-warnings');
COMMIT;
PRAGMA user_version = 5;
PRAGMA application_id = 1114600552;
