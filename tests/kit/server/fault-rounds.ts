/** How often a fault is repeated: `quick` in `npm test`, `full` in `npm run faults -- --full`. */
export const faultRounds = (quick: number, full: number): number =>
  process.env['ROADBOOK_FAULTS'] === 'full' ? full : quick
