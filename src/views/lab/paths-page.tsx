import { Select } from '@mantine/core'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useServices } from '../kit/app-context.tsx'
import { MachinePaths } from './machine-paths.tsx'

const FIRST = LAB_MACHINES.find(({ name }) => name === 'playback') as LabMachine

/** Paths through a machine (`/lab/paths?machine=…&to=…`): which there are, where they lead, and how often they are taken. */
const PathsPage = () => {
  const { location } = useServices()
  const params = new URLSearchParams(useSearch())
  const [to] = useState(() => params.get('to') ?? undefined)
  const machine = LAB_MACHINES.find(({ name }) => name === params.get('machine')) ?? FIRST
  return (
    <MachinePaths
      key={machine.name}
      lab={machine}
      first={to}
      choice={
        <Select
          label={LAB.machine}
          data={LAB_MACHINES.map(({ name }) => name)}
          value={machine.name}
          searchable
          allowDeselect={false}
          onChange={(name) => location.visit(`/lab/paths?machine=${name ?? FIRST.name}`, { replace: true })}
        />
      }
    />
  )
}

export default PathsPage
