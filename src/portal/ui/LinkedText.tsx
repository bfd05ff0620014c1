import { Anchor } from '@mantine/core'
import { linkedParts } from './linked-text.ts'

/** A text with its web addresses as links, which open beside this screen. */
export function LinkedText({ text }: { text: string }) {
  return linkedParts(text, window.location.origin).map(({ text: part, href }, index) => {
    if (href === undefined) return part
    return <Anchor key={index} href={href} target="_blank" rel="noopener noreferrer" underline="always" inherit>{part}</Anchor>
  })
}
