import { mediaType } from '../body/media-type.ts';
import type { JsonParser } from './history-parser.ts';

/**
 * What a body says: JSON as its value, a form as its fields, else text, else bytes; `undefined`: there is none.
 *
 * A promise only where the body must be read first (forms, blobs), so that calls mostly start in the tick in which they are made.
 */
export function requestBody(body: unknown, contentType: string | null, parse: JsonParser): unknown {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return ofText(body, contentType, parse);
  if (body instanceof URLSearchParams) return { form: [...body] };
  if (body instanceof FormData) return formFields(body, parse);
  if (body instanceof Blob) return body.arrayBuffer().then((bytes) => ofBytes(new Uint8Array(bytes), contentType ?? body.type, parse));
  if (body instanceof ArrayBuffer) return ofBytes(new Uint8Array(body), contentType, parse);
  if (ArrayBuffer.isView(body)) return ofBytes(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), contentType, parse);
  return ofText(String(body), contentType, parse);
}

function ofText(text: string, contentType: string | null, parse: JsonParser): unknown {
  const type = mediaType(contentType ?? '');
  if (type === 'application/x-www-form-urlencoded') return { form: [...new URLSearchParams(text)] };
  const isJson = /[/+]json$/.test(type) || /^\s*[[{]/.test(text);
  return (isJson ? parse(text) : undefined) ?? text;
}

function ofBytes(bytes: Uint8Array, contentType: string | null, parse: JsonParser): unknown {
  const type = mediaType(contentType ?? '');
  // A boundary is drawn anew for each request; what is between them counts.
  if (type === 'multipart/form-data' && contentType !== null) {
    const form = new Response(bytes.slice(), { headers: { 'content-type': contentType } }).formData();
    return form.then(
      (fields) => formFields(fields, parse),
      () => bytes.slice(),
    );
  }
  const text = /[/+]json$|^text\/|^application\/x-www-form-urlencoded$/.test(type) ? textOf(bytes) : null;
  return text === null ? bytes.slice() : ofText(text, contentType, parse);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

async function formFields(form: FormData, parse: JsonParser): Promise<unknown> {
  const fields: (readonly [string, unknown])[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    else {
      const { name: file, type } = value;
      fields.push([name, { file, type, content: await ofBytes(new Uint8Array(await value.arrayBuffer()), type, parse) }]);
    }
  }
  return { form: fields };
}
