import { fromPromise } from 'xstate'
import { liveLinksMachine } from '#src/machines/live-share/live-links.machine.ts'
import type {
  FenceChoice,
  LinkList,
  MadeLink,
  ShareChange,
  ShareDraft,
} from '#src/machines/live-share/live-links.ports.ts'
import type { OwnedLinks } from '#src/services/live-share/owned-links.ts'

/** Wires the owner's live links. */
export const wireLiveLinks = ({ ownedLinks }: { ownedLinks: OwnedLinks }) =>
  liveLinksMachine.provide({
    actors: {
      loadFences: fromPromise<readonly FenceChoice[], undefined>(({ signal }) => ownedLinks.fences(signal)),
      createLink: fromPromise<MadeLink, ShareDraft>(({ input, signal }) => ownedLinks.create(input, signal)),
      loadLinks: fromPromise<LinkList, { readonly isPolled: boolean }>(({ input, signal }) =>
        ownedLinks.list(input.isPolled, signal),
      ),
      changeLink: fromPromise<void, ShareChange>(({ input, signal }) => ownedLinks.change(input, signal)),
    },
  })
