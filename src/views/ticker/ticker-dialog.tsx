import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { isCritical } from '#src/machines/ticker/ticker.logic.ts'
import { selectMessages, selectMustAcknowledge } from '#src/machines/ticker/ticker.selectors.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { TICKER_TEXT } from '#src/texts/en/ticker.ts'
import { Dialog } from '../kit/dialog.tsx'
import { usePhone } from '../kit/hooks.ts'
import classes from './ticker.module.css'
import type { TickerActor } from './ticker-bar.tsx'

/** Lists all messages (TCK-04). After a login only OKAY closes it (TCK-05); later also Escape and a press outside. */
const TickerDialog = ({ ticker }: { ticker: TickerActor }) => {
  const messages = useSelector(ticker, selectMessages)
  const mustAcknowledge = useSelector(ticker, selectMustAcknowledge)
  const close = () => ticker.send({ type: 'ticker.acknowledged' })
  return (
    <Dialog
      title={TEXTS.messages}
      size={560}
      fullScreen={usePhone() && messages.length > 6}
      dismissible={!mustAcknowledge}
      onClose={close}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
      <ul className={classes['list']} tabIndex={0} aria-label={TICKER_TEXT.bar}>
        {messages.map((message) => (
          <li key={message.messageId} data-critical={isCritical(message) || undefined}>
            {isCritical(message) ? (
              <IconAlertTriangle size={18} stroke={1.75} role="img" aria-label={TICKER_TEXT.critical} />
            ) : null}
            <span translate="no">{message.messageContent}</span>
          </li>
        ))}
      </ul>
      <div className={classes['foot']}>
        <Button data-autofocus onClick={close}>
          {TEXTS.okay}
        </Button>
      </div>
    </Dialog>
  )
}

export default TickerDialog
