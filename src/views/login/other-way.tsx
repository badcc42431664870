import { BusyButton } from '../kit/busy-button.tsx'
import classes from './login.module.css'
import { LOGIN } from './login.text.ts'

/** The way in by an identity provider (SES-61). */
export const OtherWay = ({ busy, onPress }: { busy: boolean; onPress: () => void }) => (
  <>
    <div className={classes['or']}>{LOGIN.or}</div>
    <BusyButton variant="default" h={44} radius={10} busy={busy} onClick={onPress}>
      {LOGIN.singleSignOn}
    </BusyButton>
  </>
)
