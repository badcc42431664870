import type { Subscription } from 'rxjs'
import { createFleetKeeper } from './fleet-keeper.ts'
import type { Room, RoomOptions, Sub } from './room.ts'

/** The listeners of one fleet: all get what comes, and who joins late gets the newest state first. */
export const createFleetRoom = ({ connect, onEnd }: RoomOptions): Room => {
  const subs = new Set<Sub>()
  const missed = new Set<Sub>()
  const keeper = createFleetKeeper()
  let connection: Subscription | undefined
  let isOpen = false

  const close = () => {
    connection?.unsubscribe()
    connection = undefined
    isOpen = false
    keeper.clear()
    subs.clear()
    missed.clear()
  }

  const bringUpToDate = (sub: Sub) => {
    missed.delete(sub)
    if (isOpen && !sub.tab.send(sub.subId, [{ type: 'open' }, ...keeper.messages()])) missed.add(sub)
  }

  const start = () => {
    connection = connect({ kind: 'fleet' }).subscribe({
      next: (items) => {
        for (const item of items) {
          if (item.type === 'open') isOpen = true
          if (item.type === 'message') keeper.take(item)
        }
        for (const sub of subs) if (missed.has(sub) || !sub.tab.send(sub.subId, items)) missed.add(sub)
      },
      error: onEnd,
      complete: () => onEnd(null),
    })
  }

  return {
    subs,
    join: (sub) => {
      subs.add(sub)
      if (connection === undefined) start()
      else bringUpToDate(sub)
      return true
    },
    leave: (sub) => {
      subs.delete(sub)
      missed.delete(sub)
      if (subs.size === 0) close()
    },
    catchUp: (sub) => {
      if (missed.has(sub)) bringUpToDate(sub)
    },
    close,
  }
}
