/** Where Posthorn's parser and postal-mime differ: the files, by difference and reason. */
export const explainedDifferences: Record<string, Record<string, string[]>> = {
  bytes: {
    'Its lines end in CR alone; postal-mime takes the last one off as well.': [
      'mail-dev/spamassassin-hard-ham/00198.9b71c90c298d453025eae7bbcc46018b.eml',
    ],
    'Text that follows base64 data is not decoded; postal-mime decodes its letters.': [
      'mime/enmime/mail/epilogue-sample.raw',
    ],
    'The part says base64 and is text: ours shows the text, postal-mime decodes its letters.': [
      'mime/enmime/mail/mime-bad-content-transfer-encoding.raw',
    ],
    'It is no message: without a header field ours shows it as text, postal-mime passes over it.': [
      'mime/enmime/mail/erroneous.raw',
    ],
    'A part without headers and blank line: ours shows its text, postal-mime takes it for headers.': [
      'mime/enmime/parts/multi-malformed.raw',
    ],
    'RFC 2045, section 6.7: white space at the end of a quoted-printable line was added on the way; ours removes it.': [
      'mail-dev/enron-skilling/all_documents/2143.eml',
      'mail-dev/list-usrp-users/006127-464c29cf55.eml',
      'mail-dev/phishing_pot/sample-1972.eml',
      'mail-dev/phishing_pot/sample-263.eml',
      'mail-dev/phishing_pot/sample-902.eml',
      'mail-dev/spamassassin-spam/00001.7848dde101aa985090474a91ec93fcf0.eml',
      'mail-dev/spamassassin-spam/00200.bacd4b2168049778b480367ca670254f.eml',
      'mail-dev/spamassassin-spam/00215.f571ecd203e8d39296419bffc47e4a6a.eml',
      'mail-dev/spamassassin-spam/00244.5cac9708afd7f9f00e9bf64eeb127f0a.eml',
      'mail-dev/spamassassin-spam/00246.4dc5830a5a3e1fda805613b61822bac8.eml',
      'mail-dev/spamassassin-spam/00468.77534696791a755fb0fb8be8c2704ed8.eml',
      'mime/mailparser/nested.eml',
      'mime/redmine-mail-handler/ticket_on_given_project.eml',
      'mime/ruby-mail/emails/attachment_emails/attachment_message_rfc822_inline_image.eml',
    ],
  },
  date: {
    'The year is missing; postal-mime makes one up.': ['mime/notmuch-corpora/attachment/text-calendar.eml'],
    'RFC 5322, appendix A.6.3: comments and spaces inside the time are allowed.': [
      'mime/ruby-mail/emails/rfc2822/example13.eml',
    ],
    'The zone is damaged or spelt out; the rest of the date is read all the same.': [
      'mail-dev/spamassassin-spam/00163.244a217b150d2129cbdc52b96d992382.eml',
      'mail-dev/spamassassin-spam/00403.46d0face754b6bb7dce8b3ea560f75fb.eml',
      'mail-dev/spamassassin-spam/00447.bd5eb01e94f6d127465bf325513b2516.eml',
      'mime/ruby-mail/emails/error_emails/trademark_character_in_subject.eml',
    ],
  },
  from: {
    'RFC 5322, section 4.4 and appendix A.5: comments, spaces and dots around them belong to no address.': [
      'mime/ruby-mail/emails/rfc2822/example10.eml',
      'mime/ruby-mail/emails/rfc2822/example13.eml',
    ],
    'Two mailboxes with no comma between them: ours takes the first for the sender.': [
      'mime/enmime/mail/malformed-multiple-address-header-values.raw',
    ],
    'Raw 8-bit text is windows-1252 where it is not UTF-8; postal-mime has replacement characters.': [
      'mail-dev/spamassassin-spam/00244.5cac9708afd7f9f00e9bf64eeb127f0a.eml',
      'mail-dev/spamassassin-spam/00252.7e355e0c5fd1de609684544262435579.eml',
    ],
    'A comma where a dot should be ends the address for ours; postal-mime keeps it.': [
      'mail-dev/phishing_pot/sample-4271.eml',
      'mail-dev/phishing_pot/sample-5231.eml',
      'mail-dev/phishing_pot/sample-5671.eml',
      'mail-dev/phishing_pot/sample-5676.eml',
      'mail-dev/phishing_pot/sample-5729.eml',
      'mail-dev/phishing_pot/sample-5730.eml',
    ],
    'A second closing bracket: postal-mime adds what follows the address to the name.': [
      'mail-dev/phishing_pot/sample-5628.eml',
    ],
    'A quoted address as a name before a stray comma: both take it for the sender, ours with its quotes.': [
      'mail-dev/phishing_pot/sample-3499.eml',
      'mail-dev/phishing_pot/sample-3596.eml',
    ],
    'A comma outside quotes in the name: ours takes the address that follows, postal-mime finds none.': [
      'mail-dev/phishing_pot/sample-1123.eml',
      'mail-dev/phishing_pot/sample-1299.eml',
      'mail-dev/phishing_pot/sample-1365.eml',
      'mail-dev/phishing_pot/sample-1371.eml',
      'mail-dev/phishing_pot/sample-1460.eml',
      'mail-dev/phishing_pot/sample-1493.eml',
      'mail-dev/phishing_pot/sample-1710.eml',
      'mail-dev/phishing_pot/sample-1718.eml',
      'mail-dev/phishing_pot/sample-1719.eml',
      'mail-dev/phishing_pot/sample-1757.eml',
      'mail-dev/phishing_pot/sample-1758.eml',
      'mail-dev/phishing_pot/sample-1804.eml',
      'mail-dev/phishing_pot/sample-1808.eml',
      'mail-dev/phishing_pot/sample-1838.eml',
      'mail-dev/phishing_pot/sample-1870.eml',
      'mail-dev/phishing_pot/sample-1925.eml',
      'mail-dev/phishing_pot/sample-1958.eml',
      'mail-dev/phishing_pot/sample-1966.eml',
      'mail-dev/phishing_pot/sample-2015.eml',
      'mail-dev/phishing_pot/sample-2083.eml',
      'mail-dev/phishing_pot/sample-2152.eml',
      'mail-dev/phishing_pot/sample-2174.eml',
      'mail-dev/phishing_pot/sample-2186.eml',
      'mail-dev/phishing_pot/sample-2529.eml',
      'mail-dev/phishing_pot/sample-2543.eml',
      'mail-dev/phishing_pot/sample-2586.eml',
      'mail-dev/phishing_pot/sample-2621.eml',
      'mail-dev/phishing_pot/sample-2691.eml',
      'mail-dev/phishing_pot/sample-2792.eml',
      'mail-dev/phishing_pot/sample-2805.eml',
      'mail-dev/phishing_pot/sample-2871.eml',
      'mail-dev/phishing_pot/sample-3195.eml',
      'mail-dev/phishing_pot/sample-3247.eml',
      'mail-dev/phishing_pot/sample-3266.eml',
      'mail-dev/phishing_pot/sample-3365.eml',
      'mail-dev/phishing_pot/sample-3506.eml',
      'mail-dev/phishing_pot/sample-3564.eml',
      'mail-dev/phishing_pot/sample-3822.eml',
      'mail-dev/phishing_pot/sample-4033.eml',
      'mail-dev/phishing_pot/sample-4079.eml',
      'mail-dev/phishing_pot/sample-4123.eml',
      'mail-dev/phishing_pot/sample-4151.eml',
      'mail-dev/phishing_pot/sample-4159.eml',
      'mail-dev/phishing_pot/sample-4188.eml',
      'mail-dev/phishing_pot/sample-4724.eml',
      'mail-dev/phishing_pot/sample-953.eml',
    ],
  },
  'message-id': {
    'Space inside the brackets, or text after them, is no part of the identifier.': [
      'mail-dev/phishing_pot/sample-3614.eml',
      'mail-dev/spamassassin-spam/00189.58d4489891c5ab450678438eb8cc4a3e.eml',
      'mail-dev/spamassassin-spam/00253.83b95b05e275286eddcf557ea581e754.eml',
      'mime/ruby-mail/emails/rfc2822/example13.eml',
    ],
  },
  parts: {
    'RFC 2045, section 5.2: what is no type counts as text/plain.': [
      'mime/enmime/parts/barren-content-type.raw',
      'mime/enmime/parts/ctype-invalid-characters.raw',
      'mime/enmime/parts/empty-ctype-bad-content.raw',
    ],
    'The semicolon after the type is missing; ours ends the type at the space.': [
      'mime/enmime/mail/mime-bad-content-type.raw',
      'mime/enmime/mail/mime-blank-media-name.raw',
    ],
  },
  subject: {
    'Raw 8-bit text is windows-1252 where it is not UTF-8; postal-mime has replacement characters.': [
      'mail-dev/spamassassin-spam/00244.5cac9708afd7f9f00e9bf64eeb127f0a.eml',
      'mail-dev/spamassassin-spam/00336.92409253178027f58e2c072a7e82791e.eml',
      'mime/ruby-mail/emails/error_emails/invalid_subject_characters.eml',
    ],
  },
  to: {
    'RFC 5322, section 4.4 and appendix A.5: comments, routes and empty members are no part of an address.': [
      'mime/ruby-mail/emails/rfc2822/example10.eml',
      'mime/ruby-mail/emails/rfc2822/example11.eml',
    ],
    'A group without members inside brackets: ours drops its semicolon.': [
      'mail-dev/spamassassin-spam/00133.17dccf2499a4245b83890e0784c43499.eml',
      'mime/ruby-mail/emails/error_emails/missing_body.eml',
    ],
    'A group without members and a comment name nobody.': ['mime/notmuch-corpora/lkml/cur/1382298770.002930_2,'],
    'A word in brackets without an @: ours shows it as the address, postal-mime as a name.': [
      'mail-dev/phishing_pot/sample-1928.eml',
    ],
  },
};
