/**
 * What the sender of each of these messages wrote, decided by reading them: the first 64 bits of the text's SHA-256, its
 * length. They have signatures without a separator, quotes that other programs wrapped or indented, lines quoted with
 * initials, and the headers of Lotus Notes.
 */
export const ownTexts: Record<string, string> = {
  'mail-dev/enron-skilling/_sent_mail/12.eml': '1284acb5b3587e6f 330 characters 9 lines',
  'mail-dev/enron-skilling/_sent_mail/326.eml': 'a1051c973df95931 785 characters 20 lines',
  'mail-dev/enron-skilling/_sent_mail/37.eml': '37e073b9cce67acc 298 characters 7 lines',
  'mail-dev/enron-skilling/_sent_mail/88.eml': 'fdd4a4a4396fc3b1 364 characters 14 lines',
  'mail-dev/enron-skilling/all_documents/1459.eml': '0b76f58d3af97efa 903 characters 25 lines',
  'mail-dev/enron-skilling/all_documents/375.eml': '3f88eaea93e0eb80 623 characters 19 lines',
  'mail-dev/enron-skilling/all_documents/429.eml': 'df75343eeca50eb4 302 characters 11 lines',
  'mail-dev/enron-skilling/deleted_items/268.eml': '3050d21d6aa694b9 3 characters 1 lines',
  'mail-dev/enron-skilling/deleted_items/354.eml': 'b0dc55d6c72d3473 690 characters 7 lines',
  'mail-dev/enron-skilling/deleted_items/388.eml': '07d4259bbba9c56b 582 characters 5 lines',
  'mail-dev/enron-skilling/discussion_threads/1105.eml': 'ef42607d170a24e0 410 characters 13 lines',
  'mail-dev/enron-skilling/discussion_threads/1167.eml': '8dde258545b6bcf9 698 characters 19 lines',
  'mail-dev/enron-skilling/discussion_threads/1200.eml': '23696be4db85104d 820 characters 21 lines',
  'mail-dev/enron-skilling/inbox/1345.eml': '9d8591762044f757 2084 characters 28 lines',
  'mail-dev/enron-skilling/inbox/1443.eml': '58dba63ae175d742 176 characters 4 lines',
  'mail-dev/enron-skilling/inbox/55.eml': '3233cbc1566c81da 672 characters 8 lines',
  'mail-dev/enron-skilling/mark/14.eml': 'a7ad56ec6180c7e0 292 characters 8 lines',
  'mail-dev/enron-skilling/notes_inbox/385.eml': 'fea33a67a850957d 393 characters 9 lines',
  'mail-dev/enron-skilling/sent/371.eml': '5c571f0b3a875cac 248 characters 9 lines',
  'mail-dev/list-openbmc/008102-c95de2ed0f.eml': '04de832c719b91d6 116 characters 1 lines',
  'mail-dev/list-openbmc/008169-ff157fdd93.eml': '89d4d2d8b505f535 63 characters 3 lines',
  'mail-dev/list-openbmc/008220-428839ce04.eml': 'bd5a14fc74a8d465 247 characters 8 lines',
  'mail-dev/list-openbmc/008294-64d1dee65a.eml': '11ede0e76233b869 768 characters 9 lines',
  'mail-dev/list-usrp-users/006008-2767b5e1ee.eml': '9438208d5daad761 3028 characters 24 lines',
  'mail-dev/list-usrp-users/006030-7dadbb7a44.eml': '716628328e273956 836 characters 9 lines',
  'mail-dev/list-usrp-users/006085-450dab70ee.eml': 'f3c197d512b8ff7e 181 characters 7 lines',
  'mail-dev/spamassassin-easy-ham/00072.8dcd09744b5534002262a8f3927ba3fc.eml':
    'ed60fb75d3b352d9 428 characters 13 lines',
  'mail-dev/spamassassin-easy-ham/00314.611159749e214b996589d557e335648e.eml':
    '136a2b0e298ae43d 971 characters 7 lines',
  'mail-dev/spamassassin-easy-ham/00355.9fabc0fb3da1d8376c6db0702b60fb39.eml':
    '7556761e1636b1e5 1212 characters 22 lines',
  'mail-dev/spamassassin-easy-ham/00450.72b1e6931947f5bfcc7c116431e2a093.eml':
    '50079635fbfe3813 1408 characters 30 lines',
  'mail-dev/spamassassin-easy-ham/00562.3f2a351171504facae22864c794c26b6.eml':
    'fbde9562f421830f 172 characters 6 lines',
  'mail-dev/spamassassin-easy-ham/00752.3ce51c783c3d6160d34de35e429dc470.eml':
    'e92e76799be0270e 203 characters 7 lines',
  'mail-dev/spamassassin-easy-ham/00771.2ce14d08f77127e0720658404cc4ce11.eml':
    'd37db070442d41cb 376 characters 9 lines',
  'mail-dev/spamassassin-easy-ham/00822.9d70f64546100d8f04b7394760cf512b.eml':
    '62d67d4433019a88 803 characters 17 lines',
  'mail-dev/spamassassin-easy-ham/01467.3c3e579305d1975c1792ab734c99cdda.eml': 'c0bad2e900797b99 98 characters 8 lines',
  'mail-dev/spamassassin-easy-ham/01631.2cba1b5addc12959348f0318a6cd9bee.eml':
    '96eb56059e1c74a5 2264 characters 41 lines',
  'mime/notmuch-corpora/default/foo/new/09_2,': 'a0a7625b441cad8f 20 characters 1 lines',
  'mime/notmuch-corpora/default/new/04_2,': '134c98c516ddf50f 31 characters 1 lines',
  'mime/notmuch-corpora/lkml/cur/1382298775.002978_2,': '3c93843baa9e2f61 92 characters 2 lines',
  'mime/notmuch-corpora/lkml/cur/1382298775.002999_2,': '70c1a9fa39e489a8 121 characters 2 lines',
  'mime/notmuch-corpora/lkml/cur/1382298793.002302_2,': '8d8651b290f657bd 61 characters 2 lines',
};
