import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, AppProviders } from './views/app.tsx'
import { createToasts } from './views/kit/toasts.tsx'
import { loadFleetScreen } from './views/root.tsx'
import { wireApp } from './wiring/index.ts'

const root = document.getElementById('root')
if (root === null) throw new Error("The page has no element with the id 'root'.")

const { actor, services, preload } = wireApp({ window, notify: createToasts().show }, loadFleetScreen)

createRoot(root).render(
  <StrictMode>
    <AppProviders actor={actor} services={services}>
      <App />
    </AppProviders>
  </StrictMode>,
)

// During the login. A failure to load shows when the code is needed.
window.addEventListener('load', () => void preload().catch(() => undefined), { once: true })
