/** Addresses from which calendar programs read a list. */
import { boolean, described, instant, list, nullable, object, optional, text, type TypeOf } from './schema.ts'

/** The most addresses of a person in a company. */
export const MAX_FEEDS = 10

export const CalendarFeed = object({
  id: text,
  type: described(text, 'The type whose records are its events.'),
  title: described(text, 'The caption of that type.'),
  isTeam: described(boolean, 'Whether it has the records of everybody that the person may list, instead of their own.'),
  isDetailed: described(boolean, 'Whether the events say more than the type shows by itself, such as the kind of a request.'),
  createdAt: instant,
  readAt: described(nullable(instant), 'When a program last read it, to the hour.'),
})
export type CalendarFeed = TypeOf<typeof CalendarFeed>

/** A type that offers feeds. */
export const FeedOffer = object({ type: text, title: text, isDetailOffered: boolean })
export type FeedOffer = TypeOf<typeof FeedOffer>

export const CalendarFeeds = object({ feeds: list(CalendarFeed), offered: list(FeedOffer) })
export type CalendarFeeds = TypeOf<typeof CalendarFeeds>

export const FeedRequest = object({ type: text, isTeam: optional(boolean), isDetailed: optional(boolean) })
export type FeedRequest = TypeOf<typeof FeedRequest>

export const FeedMade = object({ feed: CalendarFeed, address: described(text, 'The address, which is not shown again.') })
export type FeedMade = TypeOf<typeof FeedMade>
