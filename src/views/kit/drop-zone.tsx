import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './drop-zone.module.css'
import { FilePicker } from './file-picker.tsx'

/** An area that takes a dropped file, with a button for those who do not drag. `accept` are endings of names. */
export const DropZone = ({
  title,
  text,
  button,
  accept,
  disabled = false,
  onFile,
}: {
  title: string
  text: ReactNode
  button: string
  accept: string
  disabled?: boolean
  onFile: (file: File) => void
}) => {
  const [isOver, setOver] = useState(false)
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !disabled) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same for keyboards and screen readers.
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={30} stroke={1.5} aria-hidden />
      <p className={classes['title']}>{title}</p>
      <p className={classes['text']}>{text}</p>
      <FilePicker accept={accept} onFile={onFile} disabled={disabled}>
        {(props) => (
          <Button {...props} disabled={disabled}>
            {button}
          </Button>
        )}
      </FilePicker>
    </div>
  )
}
