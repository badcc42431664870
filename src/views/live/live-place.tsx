import { useState } from 'react'
import type { LivePoint } from '#src/machines/fleet/fleet.logic.ts'
import { Address } from '../kit/address.tsx'
import { placeToAsk } from './asked-place.ts'

/** Where a followed vehicle is, in words (MAP-16). It is asked anew when it has come some way, not at every fix. */
export const LivePlace = ({ point }: { point: LivePoint }) => {
  const [asked, setAsked] = useState(() => placeToAsk(null, point))
  const next = placeToAsk(asked, point)
  if (next !== asked) setAsked(next)
  return <Address place={next.place} />
}
