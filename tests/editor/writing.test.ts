import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Editor } from './editor.fixture.ts';

/**
 * What is typed to write a document of one resource with states. `→word` types the beginning of a word and accepts the first
 * completion that begins with it; `⏎` is Enter with formatting as one types; `⇥` goes to the next cell; other text is typed.
 */
const keys = `# Notes·⏎·⏎·Keeps notes.·⏎·⏎
→## Res·⏎·⏎·### Note·⏎·⏎
→| Field·id·⇥·→uuidv7·⇥·→assigned·⏎
text·⇥·→str·⇥·→required·; ·→1..200·⏎
status·⇥·→state·⏎·⏎
→## Sta·⏎·⏎·→### Note·⏎·⏎
→| State·draft·⇥·→initial·⏎·published·⇥·→final·⏎·⏎
→| From·→draft·⇥·publish·⇥·→publ·⇥·⇥·→\`·→size·text·⇨· > 0·⏎·⏎
→## End·⏎·⏎
→| Operation·→create Note·⇥·→POST·⇥·→/notes·⇥·→Note·⇥·→201·⏎
→read Note·⇥·→GET·⇥·→/notes/{id}·⇥·⇥·→200·⏎
→publish Note·⇥·→POST·⇥·→/notes/{id}/publish·⇥·⇥·→200·⏎·⏎
→## Auth·⏎·⏎·### Scopes·⏎·⏎
→| Scope·→public·⇥·→all·⏎·⏎`.split(/·|\n/);

it('a document of one resource with states is written by completion, from an empty file', async () => {
  const editor = await Editor.open('');
  let cursor = 0;
  let typed = 0;
  const type = async (text: string, count = text.length): Promise<void> => {
    await editor.replace(cursor, cursor, text);
    cursor += text.length;
    typed += count;
  };
  const lineEnd = (): number => {
    const end = editor.text.indexOf('\n', cursor);
    return end === -1 ? editor.text.length : end;
  };
  try {
    for (const key of keys) {
      if (key === '⏎') {
        cursor = lineEnd();
        await type('\n', 1);
        const behind = editor.text.length - cursor;
        await editor.apply(await editor.ask('textDocument/onTypeFormatting', cursor, { ch: '\n', options: {} }));
        cursor = editor.text.length - behind;
        const row = editor.text.slice(editor.text.lastIndexOf('\n', cursor - 1) + 1, cursor);
        if (/^\|[ |]*$/.test(row)) cursor -= row.length - 2;
      } else if (key === '⇥') {
        cursor = editor.text.indexOf('|', cursor) + 2;
        typed += 1;
      } else if (key === '⇨') {
        cursor += 1;
        typed += 1;
      } else if (key.startsWith('→')) {
        const words = key.slice(1);
        const items = await editor.complete(cursor);
        const item = items.find(({ label }) => label.startsWith(words));
        assert.ok(
          item,
          `no completion begins with ${words} in\n${editor.text.slice(-300)}\nfound ${items.map(({ label }) => label).join(', ')}`,
        );
        const { range, newText } = item.textEdit as { range: { start: never; end: never }; newText: string };
        const start = editor.offsetOf(range.start);
        const at = newText.indexOf('$0');
        const plain = newText.replace('$0', '').replace(/\\([\\}$])/g, '$1');
        await editor.replace(start, cursor, plain);
        cursor = start + (at === -1 ? plain.length : at);
        typed += Math.min(4, words.length) + 1;
      } else await type(key);
    }
    const errors = (await editor.diagnose()).filter(({ severity }) => severity === 1);
    assert.deepEqual(
      errors.map(({ message }) => message),
      [],
      editor.text,
    );
    assert.match(editor.text, /^\| draft \| publish \| published \| \| `size\(text\) > 0` \|/m);
    assert.ok(typed < 500, `${typed} keys for ${editor.text.length} characters`);
  } finally {
    editor.close();
  }
});
