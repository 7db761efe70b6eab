import { element } from './element.ts';
import { showFile } from './show-file.ts';

// The page: a file that is dropped anywhere on it, or chosen, is shown; the last one counts.
const shown = document.getElementById('shown') as HTMLElement;
const input = document.getElementById('file') as HTMLInputElement;
let opened = 0;

async function open(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const turn = ++opened;
  document.title = file.name;
  const parts = await partsOf(file);
  if (turn === opened) shown.replaceChildren(...parts);
}

async function partsOf(file: File): Promise<readonly HTMLElement[]> {
  try {
    return await showFile(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    return [element('h1', file.name), element('p.error', `The file cannot be shown: ${String(error)}`)];
  }
}

input.addEventListener('change', () => void open(input.files?.[0]));
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.toggle('dragging', type === 'dragenter' || type === 'dragover');
  });
}
document.addEventListener('drop', (event) => void open(event.dataTransfer?.files[0]));
