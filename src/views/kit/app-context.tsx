import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import type { AppServices } from './app-services.ts'

/** The root actor. */
export type AppActor = ActorRefFrom<typeof appMachine>
type AppSnapshot = SnapshotFrom<typeof appMachine>

const Context = createContext<{ readonly actor: AppActor; readonly services: AppServices } | null>(null)

/** Provides the root actor and the services to all views below. */
export const AppContext = ({
  actor,
  services,
  children,
}: {
  actor: AppActor
  services: AppServices
  children: ReactNode
}) => <Context value={{ actor, services }}>{children}</Context>

const useAppContext = () => {
  const context = useContext(Context)
  if (context === null) throw new Error('This view needs AppContext above it.')
  return context
}

/** The root actor, for sending events. */
export const useApp = (): AppActor => useAppContext().actor

/** The value of a selector of the root actor. */
export const useAppSelector = <T,>(select: (snapshot: AppSnapshot) => T): T => useSelector(useApp(), select)

/** The services that views use. */
export const useServices = (): AppServices => useAppContext().services
