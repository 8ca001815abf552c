/** Cards that name a failure: with a count above zero somebody must act. */
export const calls: ReadonlySet<string> = new Set([
  'sendFailed',
  'cronFailures',
  'cronMissed',
  'quarantinedMessages',
  'formulaWarnings',
  'mappingsFailing',
  'unknownValues',
  'pausedConnections',
  'silentConnections',
  'changedShapes',
]);
