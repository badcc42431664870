import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconSpeakerphone } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { CSSProperties } from 'react'
import type { ActorRefFrom } from 'xstate'
import { TICKER } from '#contract/constants.ts'
import { selectTicker } from '#src/machines/app/app.selectors.ts'
import { indexAt, isCritical, type Message, runsAsMarquee } from '#src/machines/ticker/ticker.logic.ts'
import type { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import {
  selectIsDialogOpen,
  selectIsShown,
  selectMessages,
  selectPlace,
} from '#src/machines/ticker/ticker.selectors.ts'
import { TICKER_TEXT } from '#src/texts/en/ticker.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import classes from './ticker.module.css'

/** The running machine, to read and send to. */
export type TickerActor = ActorRefFrom<typeof tickerMachine>

const TickerDialog = lazyView(() => import('./ticker-dialog.tsx'))

/** The pace of a marquee in characters a second, slow enough to read. */
const MARQUEE_PACE = 12

const Slide = ({ message, leaving }: { message: Message; leaving: boolean }) => {
  const Icon = isCritical(message) ? IconAlertTriangle : IconSpeakerphone
  const { messageContent: text } = message
  const marquee = runsAsMarquee(text)
  const style = { '--rb-run': `${Math.round(text.length / MARQUEE_PACE)}s` } as CSSProperties
  return (
    <span className={classes['slide']} data-leaving={leaving || undefined} aria-hidden={leaving || undefined}>
      <Icon className={classes['icon']} size={18} stroke={1.75} aria-hidden />
      {isCritical(message) ? <VisuallyHidden component="span">{TICKER_TEXT.critical} </VisuallyHidden> : null}
      <span className={classes['window']}>
        <span
          className={classes['text']}
          translate="no"
          data-marquee={marquee || undefined}
          data-critical={isCritical(message) || undefined}
          style={marquee ? style : undefined}
        >
          {text}
        </span>
      </span>
    </span>
  )
}

const Carousel = ({ ticker }: { ticker: TickerActor }) => {
  const messages = useSelector(ticker, selectMessages)
  const place = useSelector(ticker, selectPlace)
  // The previous message leaves to the left while the current one enters from the right.
  const places = place === 0 || messages.length < 2 ? [place] : [place - 1, place]
  return (
    <section
      className={classes['bar']}
      aria-label={TICKER_TEXT.bar}
      onPointerEnter={() => ticker.send({ type: 'ticker.pointed', isPointed: true })}
      onPointerLeave={() => ticker.send({ type: 'ticker.pointed', isPointed: false })}
      onFocus={() => ticker.send({ type: 'ticker.focused', isFocused: true })}
      onBlur={() => ticker.send({ type: 'ticker.focused', isFocused: false })}
      style={{ '--rb-turn': `${TICKER.animationMs}ms` } as CSSProperties}
    >
      <button
        type="button"
        className={classes['press']}
        aria-haspopup="dialog"
        onClick={() => ticker.send({ type: 'ticker.pressed' })}
      >
        {places.map((each) => {
          const message = messages[indexAt(each, messages.length)]
          return message === undefined ? null : (
            <Slide key={each} message={message} leaving={each !== place} />
          )
        })}
      </button>
      {messages.length > 1 ? (
        <span className={classes['count']} aria-hidden="true">
          {TICKER_TEXT.of({ at: indexAt(place, messages.length) + 1, count: messages.length })}
        </span>
      ) : null}
    </section>
  )
}

const Ticker = ({ ticker }: { ticker: TickerActor }) => (
  <>
    {useSelector(ticker, selectIsShown) ? <Carousel ticker={ticker} /> : null}
    {useSelector(ticker, selectIsDialogOpen) ? <TickerDialog ticker={ticker} /> : null}
  </>
)

/** The ticker: messages above the map, one after the other (TCK-01 to TCK-06), and the dialog with all of them. */
export const TickerBar = () => {
  const ticker = useAppSelector(selectTicker)
  return ticker === undefined ? null : <Ticker ticker={ticker} />
}
