/** A message whose only attachment is this film, in base64. */
export function messageWithAttachment(content: Buffer): Buffer {
  const headerLines = [
    'From: Ann <ann@people.example>',
    'Subject: The film',
    'Message-ID: <film@people.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="cut"',
  ];
  const file = [
    'Content-Type: video/mp4; name="Märchen.mp4"',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
  ];
  const before = [...headerLines, '', '--cut', '', 'Here it is.', '--cut', ...file, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(before), ...base64Lines(content), Buffer.from('\r\n--cut--\r\n')]);
}

/** In lines of 76 characters, a megabyte at a time: strings have a maximum length. */
function base64Lines(content: Buffer): Buffer[] {
  const bytes = 57 * 20_000;
  return Array.from({ length: Math.ceil(content.length / bytes) }, (_, index) => {
    const piece = content.subarray(index * bytes, (index + 1) * bytes).toString('base64');
    return Buffer.from(piece.replaceAll(/.{76}/g, '$&\r\n'), 'latin1');
  });
}
