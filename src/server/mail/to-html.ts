/** Renders a message's plain text as simple HTML with paragraphs, and links to the portal alone. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Escapes everything; a blank line separates paragraphs. Only a URL of the portal that is alone on its line becomes a link: messages quote
 * what people typed, and a link of theirs would appear to be the portal's.
 */
export function toHtml({ subject, text, language }: { subject: string; text: string; language: string | null }, publicUrl: string): string {
  const paragraphs = text.trim().split(/\n{2,}/).map((paragraph) => `<p style="margin:0 0 14px">${paragraph.split('\n').map((line) => rendered(line, publicUrl)).join('<br>')}</p>`)
  return [
    `<!doctype html><html lang="${escapeHtml(language ?? 'en')}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f5f8;font:15px/1.5 system-ui,Segoe UI,Arial,sans-serif;color:#1c2733">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #d5dbe1;border-radius:8px">',
    `<h1 style="margin:0 0 16px;font-size:18px">${escapeHtml(subject)}</h1>`,
    ...paragraphs,
    '</div></body></html>',
  ].join('\n')
}

function rendered(line: string, publicUrl: string): string {
  const isLink = line === publicUrl || (line.startsWith(`${publicUrl}/`) && !/[\s<>"]/.test(line))
  return isLink ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : withoutAddresses(line)
}

/** Mail programs make links of whatever looks like an address; a possible break after its dots and scheme keeps most of them from it. The scheme is bounded, so that a long word is read once. */
function withoutAddresses(text: string): string {
  return text
    .split(/((?:[a-z][a-z\d+.-]{0,20}:)?\/\/\S+|\bwww\.\S+)/i)
    .map((part, index) => (index % 2 === 1 ? part.split(/(?<=[.:])/).map(escapeHtml).join('<wbr>') : escapeHtml(part)))
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
