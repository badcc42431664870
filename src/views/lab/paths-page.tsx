import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { targetsOf } from '#src/lab/chart.ts'
import { LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { nearestNames } from '#src/lab/nearest-names.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useServices } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import page from '../kit/page.module.css'
import classes from './lab.module.css'
import { MachinePaths } from './machine-paths.tsx'

const NAMES = LAB_MACHINES.map(({ name }) => name)
const FIRST = LAB_MACHINES.find(({ name }) => name === 'playback') as LabMachine

const addressOf = (machine: string, to?: string): string =>
  `/lab/paths?${new URLSearchParams({ machine, ...(to === undefined ? {} : { to }) })}`

/** An address that names what there is not: what, and the nearest that there are. */
const UnknownName = ({
  text,
  nearest,
  children,
}: {
  text: string
  nearest: readonly { readonly name: string; readonly address: string }[]
  children: ReactNode
}) => (
  <div className={page['page']}>
    <h1 className={classes['title']}>{LAB.paths}</h1>
    <div className={classes['unknown']}>
      <ErrorBox>{text}</ErrorBox>
      <section>
        <h2>{LAB.nearest}</h2>
        <ul translate="no">
          {nearest.map(({ name, address }) => (
            <li key={name}>
              <RouteLink to={address}>{name}</RouteLink>
            </li>
          ))}
        </ul>
      </section>
      {children}
    </div>
  </div>
)

/** Paths through a machine (`/lab/paths?machine=…&to=…`): which there are, where they lead, and how often they are taken. */
const PathsPage = () => {
  const { location } = useServices()
  const params = new URLSearchParams(useSearch())
  const [name, to] = [params.get('machine') || FIRST.name, params.get('to') || undefined]
  const lab = LAB_MACHINES.find((each) => each.name === name)
  const choice = (
    <Select
      label={LAB.machine}
      data={NAMES}
      value={lab?.name ?? null}
      searchable
      allowDeselect={false}
      onChange={(chosen) => location.visit(addressOf(chosen ?? FIRST.name), { replace: true })}
    />
  )
  if (lab === undefined)
    return (
      <UnknownName
        text={LAB.unknownMachine({ name })}
        nearest={nearestNames(name, NAMES).map((near) => ({ name: near, address: addressOf(near) }))}
      >
        {choice}
      </UnknownName>
    )
  const { states, transitions } = targetsOf(lab.machine)
  const targets = [...states, ...transitions]
  if (to !== undefined && !targets.includes(to))
    return (
      <UnknownName
        text={LAB.unknownTarget({ name: to, machine: name })}
        nearest={nearestNames(to, targets).map((near) => ({ name: near, address: addressOf(name, near) }))}
      >
        {choice}
      </UnknownName>
    )
  return <MachinePaths key={name} lab={lab} first={to} choice={choice} />
}

export default PathsPage
