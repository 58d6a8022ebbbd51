/** The words of the daemon's own log lines. All other words in a line may be private. */
export const knownWords: ReadonlySet<string> = new Set(
  `a account accounts after again all an and another answer answers are as asked at attachment attachments away back
  backup backups be because become been before began begins begun being beside between bridge broken by call cannot
  carried carry change changed changes checked class clean client clients close closed command configuration connection
  connections contacts copy could count counted crash crashed damaged data database deleted depth did disk does done
  down dropped due earlier early empty ended error event events everywhere failed failure fetched file files finished
  first folder folders follow followed for from full gives goes gone had has have hear held here how if import in index
  indexed indexer ingest instance interrupted into is it its itself job json keeps kept keychain known later left less
  light line lines listener listening listens local lock log long longer lost made mail make many may meanwhile memory
  message messages migration minute moment more move moved much network never new newer next no none not nothing now of
  off old older on once only open opened operating or order other others out over owner part pass passed path place
  plain policy port process program push pushed queue read reader reason refused refuses reminder removed renamed
  repaired request requests restart restarted restored results running runs same saved search secrets seen send sends
  sent served server servers set settings shell short since slow so socket some sound source staged start started
  starts still stop stopped store stored stuck sync system take taken takes temporary than that the their them then
  there they this through time timed times to token tokens told too took transport tried tries trouble truncated two
  unexpected unfinished until up update used usual waits was watch watched were what when where which while who whole
  with without work worker workers written wrong
  aren’t can’t couldn’t didn’t doesn’t don’t hasn’t haven’t isn’t wasn’t weren’t won’t`.split(/\s+/),
);
