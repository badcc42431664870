// Without the lazy dialogs: an export here would load them at once.
export { CrashBoundary } from './crash-boundary.tsx'
export { Footer, SupportLines, WithFooter } from './footer.tsx'
export { Frame, SideFrame } from './frame.tsx'
export { LanguageSelect } from './language-choice.tsx'
export { BlockedScreen, Denied, NotBuilt, NotFound } from './message-page.tsx'
