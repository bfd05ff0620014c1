/**
 * Replaces Mantine for the table component (vite.config.ts), to keep lists small. Exports the parts that our lists draw. The features that
 * they have switched off (row and column selection, filters in headings, the component's own pager) are imported but never rendered, and
 * resolve to a component that renders nothing.
 */
export {
  ActionIcon, Box, Button, Center, Flex, Group, Loader, ScrollArea, Stack, Table, TableTbody, TableTd, TableTfoot, TableTh, TableThead, TableTr, Text,
  createSafeContext, parseThemeColor, rem, useDirection, useMantineTheme,
} from '@mantine/core'

const Nothing = (): null => null

export const Popover = Object.assign(Nothing, { Target: Nothing, Dropdown: Nothing })
export { Nothing as Checkbox, Nothing as Collapse, Nothing as Menu, Nothing as MenuDropdown, Nothing as MenuItem, Nothing as MenuTarget, Nothing as Pagination, Nothing as PopoverDropdown, Nothing as PopoverTarget }
