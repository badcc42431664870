// Without the dialogs and the shared page: an export here would load them at once.
export { canShare, LiveLinks, useShare } from './share-button.tsx'
