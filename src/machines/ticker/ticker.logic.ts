import type { TickerMessage } from '#contract/calls/ticker.ts'
import { TICKER } from '#contract/constants.ts'

/** One message of the ticker (TCK-07). */
export type Message = TickerMessage

/** Whether a message is shown bold (TCK-03). */
export const isCritical = ({ messageCriticality }: Message): boolean => messageCriticality === 1

/** Whether a text runs as a marquee: more than 150 characters (TCK-02), counted as code points. */
export const runsAsMarquee = (text: string): boolean => [...text].length > TICKER.marqueeAbove

/** Index of the message at a step of the endless carousel; 0 without messages. */
export const indexAt = (place: number, count: number): number =>
  count === 0 ? 0 : ((place % count) + count) % count
