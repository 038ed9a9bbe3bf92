// @ts-check
/** A page in place of a document that others are made before: it asks for the document again. */

setTimeout(() => location.reload(), 1000);
