import { useSelector } from '@xstate/react'
import { LIVE_SHARE } from '#contract/constants.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import { selectLiveLinks, selectMayShare } from '#src/machines/fleet/fleet.selectors.ts'
import type { ShareSubject } from '#src/machines/live-share/live-links.ports.ts'
import { selectLinksDialog } from '#src/machines/live-share/live-links.selectors.ts'
import { lazyView } from '../kit/lazy-view.ts'

const ShareDialogs = lazyView(() => import('./share-dialogs.tsx'))

/** Opens the form that shares something; null where the role may not share, and for more vehicles than a link can have. */
export const useShare = (fleet: FleetActor): ((subject: ShareSubject, label?: string) => void) | null => {
  const links = useSelector(fleet, selectLiveLinks)
  const mayShare = useSelector(fleet, selectMayShare)
  return links === undefined || !mayShare
    ? null
    : (subject, label = '') => links.send({ type: 'links.shareOpened', subject, label })
}

/** Whether one link can show so many vehicles. */
export const canShare = (count: number): boolean => count > 0 && count <= LIVE_SHARE.maxVehicles

/** The open dialog of the live links. Its code is loaded with the first one. */
export const LiveLinks = ({ fleet }: { fleet: FleetActor }) => {
  const links = useSelector(fleet, selectLiveLinks)
  const mayShare = useSelector(fleet, selectMayShare)
  const isOpen = useSelector(
    links,
    (snapshot) => snapshot !== undefined && selectLinksDialog(snapshot) !== null,
  )
  return links === undefined || !isOpen ? null : <ShareDialogs actor={links} mayShare={mayShare} />
}
