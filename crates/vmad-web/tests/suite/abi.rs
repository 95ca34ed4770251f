//! The calls of the page: room for a request, the request, its answer.

#![expect(unsafe_code, reason = "the page's calls pass addresses")]

use std::slice;

unsafe extern "C" {
    safe fn vmad_request(length: usize) -> *mut u8;
    safe fn vmad_answer() -> *const u8;
    safe fn vmad_length() -> usize;
}

#[test]
fn a_request_is_replaced_by_its_answer() {
    for request in [r#"{"text": "5f04020000370200"}"#, "{", r#"{"text": "0"}"#] {
        let room = vmad_request(request.len());
        assert_eq!(vmad_length(), request.len());
        assert!(!room.is_null());
        // SAFETY: `vmad_request` made room for so many bytes, and no other test calls it.
        unsafe { slice::from_raw_parts_mut(room, request.len()) }.copy_from_slice(request.as_bytes());
        let (answer, length) = (vmad_answer(), vmad_length());
        let expected = vmad_web::answer(request);
        assert_eq!(length, expected.len());
        // SAFETY: the answer has this length until the next request.
        assert_eq!(unsafe { slice::from_raw_parts(answer, length) }, expected.as_bytes());
    }
}
