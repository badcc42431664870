// What root, the login and the help screen use of the frame. Lazy dialogs are not exported here: they load by themselves.
export { Footer, SupportLines, WithFooter } from './footer.tsx'
export { Frame, SideFrame } from './frame.tsx'
export { BlockedScreen, Denied, NotBuilt, NotFound } from './message-page.tsx'
