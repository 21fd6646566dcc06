import type { ParseContext, Subject } from '../../../markdown/content.ts';
import { locateSlice, type Name, type SourceText, type Span } from '../../../text/location.ts';
import { type Mailbox, parseMailbox } from '../../../text/mailbox.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import type { EmailModel, EventsModel } from '../model.ts';
import { readTemplate } from './template.ts';

type EmailRow = Omit<EmailModel, 'subject' | 'text'> & { readonly subject?: SourceText };

/** Reads the emails of a part: their rows, and the text below the heading of each. */
export function readEmails(
  rows: readonly EmailRow[],
  subjects: readonly Subject[],
  titles: readonly string[],
  context: ParseContext,
): readonly EmailModel[] {
  const sections = new Map(subjects.map((section) => [section.words.text, section]));
  const names = rows.map(({ name }) => name.value);
  for (const section of subjects) {
    const { text, span } = section.words;
    if (names.includes(text)) continue;
    const near = findNearest(text, [...names.filter((name) => !sections.has(name)), ...titles]);
    context.diagnostics.push(diagnostics['unknown-email'](span, text, near));
    // It is the text that the email lacks.
    if (near !== undefined) sections.set(near, section);
  }
  return rows.map(({ subject, ...row }) => {
    const section = sections.get(row.name.value);
    return { ...row, ...readSubject(subject, context), ...readBody(row.name, section, context) };
  });
}

function readSubject(subject: SourceText | undefined, context: ParseContext): Pick<EmailModel, 'subject'> {
  const template = subject && readTemplate([subject], context);
  return template === undefined ? {} : { subject: template };
}

/** The text is what the section quotes; other prose of it is for people. */
function readBody(name: Name, section: Subject | undefined, context: ParseContext): Pick<EmailModel, 'text'> {
  const { text } = context.source;
  const quoted = section?.prose.filter(({ start }) => text[start] === '>') ?? [];
  const lines = quoted.flatMap((span, at) => [...(at === 0 ? [] : [emptyLine(span)]), ...unquote(text, span)]);
  if (lines.every((line) => line.text.trim() === '')) {
    const [plain] = section?.prose ?? [];
    const at = plain ?? section?.words.span ?? name.span;
    context.diagnostics.push(
      diagnostics['email-text'](
        at,
        name.value,
        plain !== undefined && quoted.length === 0 ? quote(text, plain) : undefined,
      ),
    );
    return {};
  }
  checkMarkdown(lines, context);
  const template = readTemplate(lines, context);
  return template === undefined ? {} : { text: template };
}

function emptyLine({ start }: Span): SourceText {
  return { text: '', span: { start, end: start } };
}

/** The lines of a quotation, without `>` and one space. */
function unquote(source: string, { start, end }: Span): readonly SourceText[] {
  const lines: SourceText[] = [];
  for (let at = start; at <= end; ) {
    const next = source.indexOf('\n', at);
    const stop = next === -1 || next > end ? end : next;
    const line = source.slice(at, stop).replace(/\r$/, '');
    const mark = /^ {0,3}> ?/.exec(line)?.[0].length ?? 0;
    lines.push({ text: line.slice(mark), span: { start: at + mark, end: at + line.length } });
    at = stop + 1;
  }
  return lines;
}

function quote(source: string, { start, end }: Span): string {
  return source.slice(start, end).replace(/^/gm, '> ').replace(/> $/gm, '>');
}

const tag = /!\[|<(?:[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|$)|\/[A-Za-z]|!|\?)[^>]*>?/g;
/** The URLs of `[text](url)`, `[label]: url` and `<scheme:…>`. */
const targets = [/\]\(\s*<?([^)\s>]*)/g, /^[\s>]*\[[^\]]+\]:\s*<?([^\s>]+)/g, /<([a-z][a-z0-9+.-]*:[^\s<>]*)/gi];
const codeSpan = /(`+)(?:(?!\1).)+\1|\\./g;

/** Reports what an email cannot hold: HTML, images, and links to anything but web pages and addresses. */
function checkMarkdown(lines: readonly SourceText[], { diagnostics: found }: ParseContext): void {
  let isFenced = false;
  for (const line of lines) {
    if (/^ {0,3}(?:```|~~~)/.test(line.text)) isFenced = !isFenced;
    else if (!isFenced) {
      const text = line.text.replace(codeSpan, (span) => ' '.repeat(span.length));
      for (const { 0: all, index } of text.matchAll(tag)) {
        found.push(diagnostics['email-html'](locateSlice(line, index, index + all.length), all));
      }
      for (const { 0: all, 1: url = '', index } of targets.flatMap((target) => [...text.matchAll(target)])) {
        if (/^(?:https?:\/\/|mailto:|\{)/i.test(url)) continue;
        const from = index + all.length - url.length;
        found.push(diagnostics['email-link'](locateSlice(line, from, from + url.length), url));
      }
    }
  }
}

/** Reads the line From. */
export function readFrom(value: SourceText | undefined, context: ParseContext): Pick<EventsModel, 'from'> {
  if (value === undefined) return {};
  const from: Mailbox | undefined = parseMailbox(value.text.replace(/^`(.*)`$/, '$1'));
  if (from !== undefined) return { from: { value: from, span: value.span } };
  context.diagnostics.push(diagnostics['email-from'](value.span, value.text));
  return {};
}
