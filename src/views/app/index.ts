// Without the lazy dialogs: an export here would load them at once.
export { Footer, SupportLines, WithFooter } from './footer.tsx'
export { Frame, SideFrame } from './frame.tsx'
export { LanguageSelect } from './language-choice.tsx'
export { BlockedScreen, CrashBoundary, Denied, NotBuilt, NotFound } from './message-page.tsx'
