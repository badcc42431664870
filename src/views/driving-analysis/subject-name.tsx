import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import { nameOf } from './driving-columns.ts'

/** The name of a driver or a vehicle, which no browser translates; where no driver was assigned, a text that says so. */
export const SubjectName = ({ of }: { of: Pick<DrivingRow, 'name'> }) => (
  <span translate={of.name === '' ? undefined : 'no'}>{nameOf(of)}</span>
)
