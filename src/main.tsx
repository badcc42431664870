import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { waitFor } from 'xstate'
import { selectScreen } from './machines/app/app.selectors.ts'
import { App, AppProviders } from './views/app.tsx'
import { createToasts } from './views/kit/toasts.tsx'
import { loadFirstScreens } from './views/root.tsx'
import { wireApp } from './wiring/index.ts'

const root = document.getElementById('root')
if (root === null) throw new Error("The page has no element with the id 'root'.")

const start = () => {
  const { actor, services, preload, languageShown, onScreenFailure } = wireApp(
    { window, notify: createToasts().show },
    () => loadFirstScreens(window.location.pathname),
  )

  void languageShown.then(() =>
    createRoot(root, {
      onCaughtError: (error) => {
        console.error(error)
        onScreenFailure(error)
      },
    }).render(
      <StrictMode>
        <AppProviders actor={actor} services={services}>
          <App />
        </AppProviders>
      </StrictMode>,
    ),
  )

  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? window.setTimeout
  // While the login is being filled in, and not before; a failure shows when the part is needed.
  void waitFor(actor, (snapshot) => selectScreen(snapshot) === 'login').then(() =>
    whenIdle(() => void preload().catch(() => undefined)),
  )
}

// In a frame of the lab, which shows a recorded screen.
if (window.parent !== window && window.location.pathname.endsWith('/lab/screen')) void import('./screen.tsx')
else start()
