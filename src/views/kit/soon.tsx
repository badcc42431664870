import { KIT } from '#src/texts/en/kit.ts'
import classes from './soon.module.css'

/** Marks what is not built yet. Screen readers hear it as the description of the control it stands in. */
export const Soon = () => (
  <span className={classes['soon']} aria-hidden="true">
    {KIT.soon}
  </span>
)
