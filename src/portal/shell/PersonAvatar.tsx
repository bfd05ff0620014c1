import { Avatar } from '@mantine/core'
import { initials } from '../ui/format.ts'
import { useAvatar } from './use-avatar.ts'

/** Stands beside the name of a person: their initials; to themselves, their picture if there is one. Pictures of others are not shown. */
export function PersonAvatar({ name, isSelf, size }: { name: string; isSelf: boolean; size: number }) {
  const own = useAvatar()
  return <Avatar size={size} radius="xl" color="primary" alt="" aria-hidden src={isSelf ? own : null} data-avatar="">{initials(name)}</Avatar>
}
