/**
 * Mantine as the table component is given it (vite.config.ts): what our lists use of it, and nothing in place of what they do
 * not: choosing rows and columns, filters in headings, its own pager.
 */
export {
  ActionIcon, Box, Button, Center, Flex, Group, Loader, ScrollArea, Stack, Table, TableTbody, TableTd, TableTfoot, TableTh, TableThead, TableTr, Text,
  createSafeContext, parseThemeColor, rem, useDirection, useMantineTheme,
} from '@mantine/core'

const Nothing = (): null => null

export const Popover = Object.assign(Nothing, { Target: Nothing, Dropdown: Nothing })
export { Nothing as Checkbox, Nothing as Collapse, Nothing as Menu, Nothing as MenuDropdown, Nothing as MenuItem, Nothing as MenuTarget, Nothing as Pagination, Nothing as PopoverDropdown, Nothing as PopoverTarget }
