import '@mantine/core/styles/Slider.css'
import { Button, NativeSelect, Slider } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRefFrom } from 'xstate'
import {
  TRANSPORT_SPEEDS,
  type TransportSpeed,
  type transportMachine,
} from '#src/machines/lab/transport.machine.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { IconButton } from '../kit/buttons.tsx'
import classes from './transport.module.css'

export type TransportActor = ActorRefFrom<typeof transportMachine>

/** Steps through a list of events, plays it, and goes to any place in it. `children` are further buttons. */
export const Transport = ({ transport, children }: { transport: TransportActor; children?: ReactNode }) => {
  const { context, isPlaying } = useSelector(
    transport,
    (snapshot) => ({ context: snapshot.context, isPlaying: snapshot.matches('playing') }),
    (a, b) => a.context === b.context && a.isPlaying === b.isPlaying,
  )
  const { at, length, speed } = context
  return (
    <div className={classes['transport']}>
      <div className={classes['buttons']}>
        <IconButton
          icon={IconPlayerSkipBack}
          name={LAB.back}
          disabled={at === 0}
          onPress={() => transport.send({ type: 'transport.stepped', by: -1 })}
          tooltipAt="top"
        />
        <Button
          leftSection={
            isPlaying ? (
              <IconPlayerPause size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
            )
          }
          disabled={length === 0}
          onClick={() => transport.send({ type: isPlaying ? 'transport.pause' : 'transport.play' })}
        >
          {isPlaying ? LAB.pause : LAB.play}
        </Button>
        <IconButton
          icon={IconPlayerSkipForward}
          name={LAB.forward}
          disabled={at === length}
          onPress={() => transport.send({ type: 'transport.stepped', by: 1 })}
          tooltipAt="top"
        />
        <NativeSelect
          aria-label={LAB.speed}
          className={classes['speed'] ?? ''}
          data={TRANSPORT_SPEEDS.map((each) => ({ value: `${each}`, label: `${each}/s` }))}
          value={`${speed}`}
          onChange={({ currentTarget: { value } }) =>
            transport.send({ type: 'transport.speedChosen', speed: Number(value) as TransportSpeed })
          }
        />
        <b className={classes['position']}>{LAB.position({ at, count: length })}</b>
        <span className={classes['more']}>{children}</span>
      </div>
      <Slider
        thumbLabel={LAB.place}
        label={null}
        min={0}
        max={Math.max(1, length)}
        disabled={length === 0}
        value={at}
        onChange={(value) => transport.send({ type: 'transport.sought', at: value })}
      />
    </div>
  )
}
